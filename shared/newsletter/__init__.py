"""Who reads, what was announced, and what became of every delivery: one table, one module.

A folder for each stretch of the way: `readers` come in, choose and leave; `records` keeps what may
be known of them; `announcing` plans what is told; `digests` gathers it for those who want it less
often; `delivering` sends; `returning` takes in what came back; `pages` looks at the garden's own
site; `moving` carries readers in from elsewhere and out again.
"""
