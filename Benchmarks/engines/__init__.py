"""The same questions in other engines, in their own languages."""
