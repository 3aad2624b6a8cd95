/* A pass of the encoder and a step of the decoder on one core: engine/model/layers.py and step.py
 * in plain C.
 *
 * A step multiplies one vector, or a few, by every matrix of the decoder, so its time is the time
 * to read them. Here they lie in the order in which they are read, as 16-bit numbers where those
 * are exact (a model that was saved so), and nothing is called between two products.
 *
 * Everything is computed in 32-bit floating point. Compiled for the processor it runs on, by
 * engine/model/compiled/library.py; vectors are GCC's and Clang's, whatever the processor has.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__F16C__) || defined(__AVX512F__)
#include <immintrin.h>
#define HALVES 1
#else
#define HALVES 0
#endif

enum {
    LANES = 16,  /* numbers of a vector */
    BLOCK = 64,  /* columns of a matrix that lie together */
    FEW = 6,     /* rows that one reading of a matrix serves */
#if defined(__AVX512F__)
    WIDE = 4 /* vectors of a row in registers */
#else
    WIDE = 2
#endif
};

typedef float vector __attribute__((vector_size(LANES * sizeof(float)), aligned(4)));

/* y = x W + b. W lies in blocks of BLOCK columns, [block, in, BLOCK], filled up with zeros. */
typedef struct {
    const void *weight; /* 16-bit floating point if half, else 32-bit */
    const float *bias;  /* [blocks * BLOCK] */
    int32_t half, in, out;
} product_t;

typedef struct {
    const float *weight, *bias; /* [d_model]; NULL where there is no norm */
    float eps;
} norm_t;

typedef struct {
    product_t in, out; /* of self-attention Q, K and V side by side, of cross-attention Q */
    norm_t norm;       /* of its residual connection */
    float scale;       /* of the scores */
} attention_t;

enum { RELU, GELU, SILU, GELU_TANH };

typedef struct {
    attention_t own, cross;
    product_t inner, outer;
    norm_t norm;
} layer_t;

/* An encoder, whose layers have no cross-attention, or a decoder. */
typedef struct {
    const layer_t *layers;
    norm_t last;
    int32_t count, d_model, heads, d_k, d_ff, pre, activation;
} stack_t;

/* What a batch has cached, and where its newest position is. */
typedef struct {
    float *own;                 /* [layers, 2, rows, heads, room, d_k] */
    const float *const *keys;   /* of each layer, [sentences, heads, d_k, source] */
    const float *const *values; /* of each layer, [sentences, heads, source, d_k] */
    const float *mask;          /* [sentences, heads, source], added to scores; or NULL */
    const uint8_t *own_off;     /* [layers, heads] 1 where a head is switched off; or NULL */
    const uint8_t *cross_off;
    int32_t rows, sentences, room, at, source;
} cache_t;

int32_t has_halves(void) { return HALVES; }

static inline vector load(const float *from)
{
    vector v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline vector load_half(const uint16_t *from)
{
    vector v = {0};
#if defined(__AVX512F__)
    v = (vector)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)from));
#elif defined(__F16C__)
    __m256 low = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)from));
    __m256 high = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(from + LANES / 2)));
    memcpy(&v, &low, sizeof low);
    memcpy((char *)&v + sizeof low, &high, sizeof high);
#else
    (void)from;
#endif
    return v;
}

/* One block of columns for a number of rows that the compiler knows, so that all sums stay in
 * registers. */
#define BLOCK_OF_COLUMNS(NAME, NUMBER, LOAD)                                                      \
    static inline __attribute__((always_inline)) void NAME(                                       \
        const product_t *p, const float *x, float *y, int first, const int rows)                  \
    {                                                                                             \
        for (int part = 0; part < BLOCK; part += WIDE * LANES) {                                  \
            const NUMBER *at = (const NUMBER *)p->weight + (size_t)first * p->in + part;          \
            vector sum[FEW][WIDE];                                                                \
            for (int r = 0; r < rows; r++)                                                        \
                for (int c = 0; c < WIDE; c++)                                                    \
                    sum[r][c] = load(p->bias + first + part + c * LANES);                         \
            for (int i = 0; i < p->in; i++, at += BLOCK) {                                        \
                vector weight[WIDE];                                                              \
                for (int c = 0; c < WIDE; c++)                                                    \
                    weight[c] = LOAD(at + c * LANES);                                             \
                for (int r = 0; r < rows; r++)                                                    \
                    for (int c = 0; c < WIDE; c++)                                                \
                        sum[r][c] += x[(size_t)r * p->in + i] * weight[c];                        \
            }                                                                                     \
            for (int r = 0; r < rows; r++)                                                        \
                for (int c = 0; c < WIDE; c++) {                                                  \
                    int column = first + part + c * LANES, left = p->out - column;                \
                    if (left > 0)                                                                 \
                        memcpy(y + (size_t)r * p->out + column, &sum[r][c],                       \
                               sizeof(float) * (left < LANES ? left : LANES));                    \
                }                                                                                 \
        }                                                                                         \
    }
BLOCK_OF_COLUMNS(block_of_floats, float, load)
BLOCK_OF_COLUMNS(block_of_halves, uint16_t, load_half)

#define ROWS_OF_BLOCK(ROWS)                                                                       \
    case ROWS:                                                                                    \
        if (p->half)                                                                              \
            block_of_halves(p, x, y, first, ROWS);                                                \
        else                                                                                      \
            block_of_floats(p, x, y, first, ROWS);                                                \
        break;

/* x [rows, in] to y [rows, out]. A block is read once from memory, and for further rows from the
 * processor's cache. */
void product(const product_t *p, const float *from, float *to, int32_t rows)
{
    for (int first = 0; first < p->out; first += BLOCK) {
        const float *x = from;
        float *y = to;
        for (int left = rows; left > 0;) {
            int some = left <= FEW ? left : left < 2 * FEW ? left / 2 : FEW;
            switch (some) {
                ROWS_OF_BLOCK(1)
                ROWS_OF_BLOCK(2)
                ROWS_OF_BLOCK(3)
                ROWS_OF_BLOCK(4)
                ROWS_OF_BLOCK(5)
                ROWS_OF_BLOCK(6)
            }
            left -= some;
            x += (size_t)some * p->in;
            y += (size_t)some * p->out;
        }
    }
}

/* x [rows, width] to y: each row with mean 0 and variance 1, scaled and shifted. */
static void normalise(const norm_t *norm, const float *x, float *y, int rows, int width)
{
    for (int r = 0; r < rows; r++, x += width, y += width) {
        float sum = 0, squares = 0;
        for (int i = 0; i < width; i++)
            sum += x[i];
        float mean = sum / width;
        for (int i = 0; i < width; i++)
            squares += (x[i] - mean) * (x[i] - mean);
        float inverse = 1 / sqrtf(squares / width + norm->eps);
        for (int i = 0; i < width; i++)
            y[i] = (x[i] - mean) * inverse * norm->weight[i] + norm->bias[i];
    }
}

/* e^x to a unit in the last place or two, in a form that fits into vectors: 2^n times a polynomial
 * on [-ln 2 / 2, ln 2 / 2] (S. L. Moshier, Cephes, expf). 0 below the smallest normal number; what
 * is no number stays none. */
static inline float exponential(float x)
{
    const float least = -87.3365447f, most = 88.7228391f;
    float bounded = x > most ? most : x < least ? least : x;
    float n = rintf(bounded * 1.44269504088896341f);
    float r = fmaf(n, -0.693359375f, bounded);
    r = fmaf(n, 2.12194440e-4f, r);
    float p = 1.9875691500e-4f;
    p = fmaf(p, r, 1.3981999507e-3f);
    p = fmaf(p, r, 8.3334519073e-3f);
    p = fmaf(p, r, 4.1665795894e-2f);
    p = fmaf(p, r, 1.6666665459e-1f);
    p = fmaf(p, r, 5.0000001201e-1f);
    p = fmaf(p, r * r, r) + 1;
    /* In two steps, for 2^128 is no number of 32 bits. */
    int32_t half = (int32_t)n / 2, rest = (int32_t)n - half;
    union { int32_t bits; float value; } first = {(half + 127) << 23}, second = {(rest + 127) << 23};
    float power = p * first.value * second.value;
    return x < least ? 0 : x > most ? INFINITY : power;
}

static void softmax(float *scores, int count)
{
    float most = scores[0], sum = 0;
    for (int i = 1; i < count; i++)
        most = scores[i] > most ? scores[i] : most;
    for (int i = 0; i < count; i++)
        scores[i] = exponential(scores[i] - most);
    for (int i = 0; i < count; i++)
        sum += scores[i];
    for (int i = 0; i < count; i++)
        scores[i] /= sum;
}

/* A comparison that lets through what is no number. */
static void activate(int activation, float *x, size_t count)
{
    if (activation == RELU)
        for (size_t i = 0; i < count; i++)
            x[i] = x[i] < 0 ? 0 : x[i];
    else if (activation == GELU)
        for (size_t i = 0; i < count; i++)
            x[i] = 0.5f * x[i] * (1 + erff(x[i] * 0.70710678118654752f));
    else if (activation == GELU_TANH)
        for (size_t i = 0; i < count; i++) {
            float inner = 0.79788456080286536f * (x[i] + 0.044715f * x[i] * x[i] * x[i]);
            x[i] = 0.5f * x[i] * (1 + tanhf(inner));
        }
    else
        for (size_t i = 0; i < count; i++)
            x[i] = x[i] / (1 + exponential(-x[i]));
}

/* A head that is switched off still attends; what it mixes reaches nothing. */
static void silence(const uint8_t *off, const stack_t *d, int layer, float *mixed, int rows)
{
    for (int h = 0; off && h < d->heads; h++)
        for (int r = 0; off[layer * d->heads + h] && r < rows; r++)
            memset(mixed + ((size_t)r * d->heads + h) * d->d_k, 0, sizeof(float) * d->d_k);
}

static void mix(const float *weights, const float *values, float *mixed, int keys, int d_k)
{
    memset(mixed, 0, sizeof(float) * d_k);
    for (int key = 0; key < keys; key++, values += d_k)
        for (int k = 0; k < d_k; k++)
            mixed[k] += weights[key] * values[k];
}

/* One query of one head, [d_k], to its weights, [count], and their mixture, [d_k].
 * keys [d_k, count], values [count, d_k], mask [count] or NULL. */
static void attend(const float *query, const float *keys, const float *values, const float *mask,
                   float scale, int count, int d_k, float *weights, float *mixed)
{
    memset(weights, 0, sizeof(float) * count);
    for (int k = 0; k < d_k; k++, keys += count)
        for (int i = 0; i < count; i++)
            weights[i] += query[k] * keys[i];
    for (int i = 0; i < count; i++)
        weights[i] *= scale;
    if (mask)
        for (int i = 0; i < count; i++)
            weights[i] += mask[i];
    softmax(weights, count);
    mix(weights, values, mixed, count, d_k);
}

/* Masked self-attention of the newest position, which is cached: every key is at or before it.
 * projected [rows, 3, heads, d_k] to mixed [rows, heads, d_k], weights [rows, heads, at + 1]. */
static void attend_own(const stack_t *d, const cache_t *c, int layer, float scale,
                       const float *projected, float *mixed, float *weights, size_t step)
{
    size_t one = (size_t)c->room * d->d_k, all = one * d->heads * c->rows;
    size_t wide = (size_t)d->heads * d->d_k;
    for (int r = 0; r < c->rows; r++, projected += 3 * wide)
        for (int h = 0; h < d->heads; h++) {
            float *keys = c->own + 2 * layer * all + ((size_t)r * d->heads + h) * one;
            float *values = keys + all;
            const float *query = projected + (size_t)h * d->d_k;
            memcpy(keys + (size_t)c->at * d->d_k, query + wide, sizeof(float) * d->d_k);
            memcpy(values + (size_t)c->at * d->d_k, query + 2 * wide, sizeof(float) * d->d_k);
            for (int t = 0; t <= c->at; t++) {
                float sum = 0;
                for (int k = 0; k < d->d_k; k++)
                    sum += query[k] * keys[(size_t)t * d->d_k + k];
                weights[t] = scale * sum;
            }
            softmax(weights, c->at + 1);
            mix(weights, values, mixed, c->at + 1, d->d_k);
            weights += step * (c->at + 1);
            mixed += d->d_k;
        }
}

/* Cross-attention: queries [rows, heads, d_k] to mixed likewise, weights [rows, heads, source].
 * A sentence's hypotheses have the same keys and values. */
static void attend_source(const stack_t *d, const cache_t *c, int layer, float scale,
                          const float *queries, float *mixed, float *weights, size_t step)
{
    int share = c->rows / c->sentences;
    size_t one = (size_t)d->d_k * c->source;
    for (int r = 0; r < c->rows; r++)
        for (int h = 0; h < d->heads; h++) {
            size_t place = (size_t)(r / share) * d->heads + h;
            attend(queries, c->keys[layer] + place * one, c->values[layer] + place * one,
                   c->mask ? c->mask + place * c->source : NULL, scale, c->source, d->d_k,
                   weights, mixed);
            weights += step * c->source;
            mixed += d->d_k;
            queries += d->d_k;
        }
}

/* Self-attention of one sentence, every position to every other.
 * projected [length, 3, heads, d_k] to mixed [length, heads, d_k], weights [heads, length,
 * length]; scratch for the keys and values of a head. */
static void attend_within(const stack_t *d, int length, float scale, const float *projected,
                          float *mixed, float *scratch, float *weights, size_t step)
{
    size_t wide = (size_t)d->heads * d->d_k;
    float *keys = scratch, *values = scratch + (size_t)length * d->d_k;
    for (int h = 0; h < d->heads; h++) {
        const float *from = projected + (size_t)h * d->d_k;
        for (int i = 0; i < length; i++) {
            const float *position = from + 3 * wide * i;
            for (int k = 0; k < d->d_k; k++)
                keys[(size_t)k * length + i] = position[wide + k];
            memcpy(values + (size_t)i * d->d_k, position + 2 * wide, sizeof(float) * d->d_k);
        }
        for (int i = 0; i < length; i++) {
            attend(from + 3 * wide * i, keys, values, NULL, scale, length, d->d_k, weights,
                   mixed + wide * i + (size_t)h * d->d_k);
            weights += step * length;
        }
    }
}

static void add(float *x, const float *y, size_t count)
{
    for (size_t i = 0; i < count; i++)
        x[i] += y[i];
}

/* Memory between the sub-layers, for a number of positions. */
typedef struct {
    float *h, *sum, *mixed, *inner, *rest;
} scratch_t;

static int widest(const stack_t *d)
{
    int projected = 3 * d->heads * d->d_k;
    return projected > d->d_ff ? projected : d->d_ff;
}

static scratch_t divided(const stack_t *d, float *scratch, size_t positions)
{
    scratch_t s = {.h = scratch};
    s.sum = s.h + positions * d->d_model;
    s.mixed = s.sum + positions * d->d_model;
    s.inner = s.mixed + positions * d->heads * d->d_k;
    s.rest = s.inner + positions * widest(d);
    return s;
}

/* Numbers of scratch memory that a step or a pass needs.
 * positions: of all sentences; longest: of one, for a pass. */
int64_t scratch_size(const stack_t *d, int64_t positions, int64_t longest)
{
    int64_t one = 2 * d->d_model + d->heads * d->d_k + widest(d);
    return positions * one + 2 * longest * d->d_k;
}

/* What a sub-layer is given: the stream, or its norm where that goes first. */
static const float *before(const stack_t *d, const norm_t *norm, float *x, float *h, int rows)
{
    if (!d->pre)
        return x;
    normalise(norm, x, h, rows, d->d_model);
    return h;
}

/* The residual connection (section 3.1). */
static void after(const stack_t *d, const norm_t *norm, float *x, const float *sum, int rows)
{
    add(x, sum, (size_t)rows * d->d_model);
    if (!d->pre)
        normalise(norm, x, x, rows, d->d_model);
}

static void feed_forward(const stack_t *d, const layer_t *layer, float *x, scratch_t s, int rows)
{
    product(&layer->inner, before(d, &layer->norm, x, s.h, rows), s.inner, rows);
    activate(d->activation, s.inner, (size_t)rows * d->d_ff);
    product(&layer->outer, s.inner, s.sum, rows);
    after(d, &layer->norm, x, s.sum, rows);
}

/* One new position of every row.
 *
 * x [rows, d_model] is replaced by the decoder's states. If `recorded`, own_weights [layers, rows,
 * heads, at + 1] and cross_weights [layers, rows, heads, source] are; else both are scratch
 * memory, of one head. */
void step(const stack_t *d, const cache_t *c, float *x, float *scratch, int32_t recorded,
          float *own_weights, float *cross_weights)
{
    int rows = c->rows;
    size_t heads = recorded ? (size_t)rows * d->heads : 0;
    scratch_t s = divided(d, scratch, rows);
    for (int number = 0; number < d->count; number++) {
        const layer_t *layer = d->layers + number;
        const attention_t *own = &layer->own, *cross = &layer->cross;
        product(&own->in, before(d, &own->norm, x, s.h, rows), s.inner, rows);
        attend_own(d, c, number, own->scale, s.inner, s.mixed,
                   own_weights + number * heads * (c->at + 1), recorded);
        silence(c->own_off, d, number, s.mixed, rows);
        product(&own->out, s.mixed, s.sum, rows);
        after(d, &own->norm, x, s.sum, rows);
        if (c->keys) {
            product(&cross->in, before(d, &cross->norm, x, s.h, rows), s.inner, rows);
            attend_source(d, c, number, cross->scale, s.inner, s.mixed,
                          cross_weights + number * heads * c->source, recorded);
            silence(c->cross_off, d, number, s.mixed, rows);
            product(&cross->out, s.mixed, s.sum, rows);
            after(d, &cross->norm, x, s.sum, rows);
        }
        feed_forward(d, layer, x, s, rows);
    }
    if (d->last.weight)
        normalise(&d->last, x, x, rows, d->d_model);
}

/* All positions of some sentences, one sentence behind the other without padding.
 *
 * x [positions, d_model] is replaced by the encoder's output. off [layers, heads] is 1 where a
 * head is switched off, or NULL. If `recorded`, weights is [layers, heads, length, length] of one
 * sentence; else scratch memory, of the longest. */
void encode(const stack_t *d, float *x, const int32_t *lengths, int32_t sentences,
            const uint8_t *off, float *scratch, int32_t recorded, float *weights)
{
    int rows = 0;
    for (int i = 0; i < sentences; i++)
        rows += lengths[i];
    size_t wide = (size_t)d->heads * d->d_k;
    scratch_t s = divided(d, scratch, rows);
    for (int number = 0; number < d->count; number++) {
        const layer_t *layer = d->layers + number;
        const attention_t *own = &layer->own;
        product(&own->in, before(d, &own->norm, x, s.h, rows), s.inner, rows);
        float *projected = s.inner, *mixed = s.mixed;
        for (int i = 0; i < sentences; i++) {
            attend_within(d, lengths[i], own->scale, projected, mixed, s.rest, weights, recorded);
            projected += 3 * wide * lengths[i];
            mixed += wide * lengths[i];
        }
        if (recorded)
            weights += (size_t)d->heads * rows * rows;
        silence(off, d, number, s.mixed, rows);
        product(&own->out, s.mixed, s.sum, rows);
        after(d, &own->norm, x, s.sum, rows);
        feed_forward(d, layer, x, s, rows);
    }
    if (d->last.weight)
        normalise(&d->last, x, x, rows, d->d_model);
}

/* For tests. */
void exponentials(float *x, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        x[i] = exponential(x[i]);
}
