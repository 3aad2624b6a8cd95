"""The structures of network.c, field by field."""

from __future__ import annotations

import ctypes

_NUMBER, _ADDRESS, _FLOAT = ctypes.c_int32, ctypes.c_void_p, ctypes.c_float


class ProductOf(ctypes.Structure):
    """product_t: a matrix and a bias."""

    _fields_ = (
        ("weight", _ADDRESS),
        ("bias", _ADDRESS),
        ("half", _NUMBER),
        ("inputs", _NUMBER),
        ("outputs", _NUMBER),
    )


class NormOf(ctypes.Structure):
    """norm_t: a layer norm."""

    _fields_ = (("weight", _ADDRESS), ("bias", _ADDRESS), ("eps", _FLOAT))


class Attention(ctypes.Structure):
    """attention_t: the two products of an attention, the norm around it, the scores' scale."""

    _fields_ = (
        ("inner", ProductOf),
        ("outer", ProductOf),
        ("norm", NormOf),
        ("scale", _FLOAT),
    )


class Layer(ctypes.Structure):
    """layer_t: a layer; one of an encoder has no cross-attention."""

    _fields_ = (
        ("own", Attention),
        ("cross", Attention),
        ("inner", ProductOf),
        ("outer", ProductOf),
        ("norm", NormOf),
    )


class Stack(ctypes.Structure):
    """stack_t: an encoder or a decoder."""

    _fields_ = (
        ("layers", ctypes.POINTER(Layer)),
        ("last", NormOf),
        ("count", _NUMBER),
        ("d_model", _NUMBER),
        ("heads", _NUMBER),
        ("d_k", _NUMBER),
        ("d_ff", _NUMBER),
        ("pre", _NUMBER),
        ("activation", _NUMBER),
    )


class Cache(ctypes.Structure):
    """cache_t: what a batch has cached."""

    _fields_ = (
        ("own", _ADDRESS),
        ("keys", ctypes.POINTER(_ADDRESS)),
        ("values", ctypes.POINTER(_ADDRESS)),
        ("mask", _ADDRESS),
        ("own_off", ctypes.c_char_p),
        ("cross_off", ctypes.c_char_p),
        ("rows", _NUMBER),
        ("sentences", _NUMBER),
        ("room", _NUMBER),
        ("at", _NUMBER),
        ("source", _NUMBER),
    )
