"""Tables kept in a journal: their events, their decks, and the money each event moves."""
