"""Plots: inline SVG drawn by the server, each with a sentence and a table of its numbers.

Every plot is at most 8 KB of markup, however long a game or a history is: lines and dots are
thinned, always in the same way. plot.py has the values, partials/plot.html the drawing.
"""
