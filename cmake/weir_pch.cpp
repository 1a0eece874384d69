// The translation unit that carries the precompiled header; it is empty on purpose.
