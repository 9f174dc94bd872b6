"""Learning to set hands: drills, grading, progress, the dealer test and the Daily ten.

Here: everything a trainer needs to know, as values and what is kept in the journal. Not here: routes and pages (`web`),
the value of a setting (`maths.play`), or any rule of the game: those come from the book.
"""
