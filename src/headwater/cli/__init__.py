"""Commands for people and scripts: data on stdout, talk on stderr."""
