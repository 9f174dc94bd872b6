"""Several processes for one house: one of them runs it, the others take connections for it and stand by.

Every process listens, serves pages and files, and passes everything else to the process that runs the house, through
the database they share. When that process ends, another one takes over. No rule of the game and no route is here.
"""
