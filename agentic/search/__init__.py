"""The search agent: it decomposes a question, chooses a route, searches, reviews, and answers or asks
back.
"""
