"""Readers who move in from another service, and out again, with all that they agreed to.

- `encoding`, `records`: any table of values as services and spreadsheets write it, line by line
- `formats`, `columns`, `files`: whose table it is, and what each row of it says
- `deciding`, `weighing`: what a row may do to somebody, and what some rows do one after the other
- `importing`, `applying`, `undoing`: do it in steps that can be repeated, and take it back
- `reminding`: ask those who never confirmed
- `exporting`, `layouts`: hand everybody out
"""
