"""A book as a text file: TOML that is read, written and described without running anything.

Everything here is derived from the classes a book is made of and from `terms`: a term or a field added to the language
is in the format, in the exported books and in the JSON Schema without being written again. Not here: finding a file
(`houseway.books`).

    words        every word of a condition or a low hand, from `terms`
    expressions  text to a condition or a low hand
    phrases      a condition or a low hand to text
    kinds        what a key of the file may hold: reading, writing and the schema of each kind
    lines        the line of every key of a file
    reading      a file to a book
    writing      a book to a file
    schema       the JSON Schema
    start        the file that `houseway book new` writes
"""
