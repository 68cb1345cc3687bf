"""Answers as documents to hand over: reports and post-mortems as Markdown, HTML, CSV or a drawing."""
