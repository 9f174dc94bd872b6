"""What the designer's page shows: a draft of a book in words, what is wrong with it, and which hands it moves."""
