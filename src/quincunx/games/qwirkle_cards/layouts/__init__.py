"""How cards can be laid out in sets.

`division` decides exactly which cards can be laid out together, `plays` lists and samples the plays
of a hand, `rearrangement` lays out a chosen play, `faults` names what is wrong with a layout, and
`bitsets` holds sets of cards as the bits of a number.
"""
