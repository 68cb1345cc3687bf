"""Telling people: which incidents go where, in whose format, once each, whatever the receiver does."""
