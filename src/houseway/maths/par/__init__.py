"""The PAR sheet of a book: as text, HTML, JSON and PDF."""
