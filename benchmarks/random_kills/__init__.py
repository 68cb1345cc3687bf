"""Processes are killed at random while events come in: what was lost or doubled, and how long was it away?"""
