/* One step of a decoder on one core: engine/model/step.py in plain C.
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

typedef struct {
    const layer_t *layers;
    norm_t last;
    int32_t count, d_model, heads, d_k, d_ff, pre, activation;
} decoder_t;

/* What a batch has cached, and where its newest position is. */
typedef struct {
    float *own;                 /* [layers, 2, rows, heads, room, d_k] */
    const float *const *keys;   /* of each layer, [sentences, heads, d_k, source] */
    const float *const *values; /* of each layer, [sentences, heads, source, d_k] */
    const float *mask;          /* [sentences, heads, source], added to scores; or NULL */
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

#define ALL_BLOCKS(ROWS)                                                                          \
    case ROWS:                                                                                    \
        for (int first = 0; first < p->out; first += BLOCK) {                                     \
            if (p->half)                                                                          \
                block_of_halves(p, x, y, first, ROWS);                                            \
            else                                                                                  \
                block_of_floats(p, x, y, first, ROWS);                                            \
        }                                                                                         \
        break;

/* x [rows, in] to y [rows, out]. */
void product(const product_t *p, const float *x, float *y, int32_t rows)
{
    while (rows > 0) {
        int some = rows <= FEW ? rows : rows < 2 * FEW ? rows / 2 : FEW;
        switch (some) {
            ALL_BLOCKS(1)
            ALL_BLOCKS(2)
            ALL_BLOCKS(3)
            ALL_BLOCKS(4)
            ALL_BLOCKS(5)
            ALL_BLOCKS(6)
        }
        rows -= some;
        x += (size_t)some * p->in;
        y += (size_t)some * p->out;
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

static void softmax(float *scores, int count)
{
    float most = scores[0], sum = 0;
    for (int i = 1; i < count; i++)
        most = scores[i] > most ? scores[i] : most;
    for (int i = 0; i < count; i++)
        scores[i] = expf(scores[i] - most);
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
            x[i] = x[i] / (1 + expf(-x[i]));
}

static void mix(const float *weights, const float *values, float *mixed, int keys, int d_k)
{
    memset(mixed, 0, sizeof(float) * d_k);
    for (int key = 0; key < keys; key++, values += d_k)
        for (int k = 0; k < d_k; k++)
            mixed[k] += weights[key] * values[k];
}

/* Masked self-attention of the newest position, which is cached: every key is at or before it.
 * projected [rows, 3, heads, d_k] to mixed [rows, heads, d_k], weights [rows, heads, at + 1]. */
static void attend_own(const decoder_t *d, const cache_t *c, int layer, float scale,
                       const float *projected, float *mixed, float *weights)
{
    size_t one = (size_t)c->room * d->d_k, all = one * d->heads * c->rows;
    for (int r = 0; r < c->rows; r++, projected += 3 * d->heads * d->d_k)
        for (int h = 0; h < d->heads; h++) {
            float *keys = c->own + 2 * layer * all + (r * d->heads + h) * one;
            float *values = keys + all;
            const float *query = projected + h * d->d_k;
            const float *key = query + d->heads * d->d_k, *value = key + d->heads * d->d_k;
            memcpy(keys + (size_t)c->at * d->d_k, key, sizeof(float) * d->d_k);
            memcpy(values + (size_t)c->at * d->d_k, value, sizeof(float) * d->d_k);
            for (int t = 0; t <= c->at; t++) {
                float sum = 0;
                for (int k = 0; k < d->d_k; k++)
                    sum += query[k] * keys[(size_t)t * d->d_k + k];
                weights[t] = scale * sum;
            }
            softmax(weights, c->at + 1);
            mix(weights, values, mixed, c->at + 1, d->d_k);
            weights += c->at + 1;
            mixed += d->d_k;
        }
}

/* Cross-attention: queries [rows, heads, d_k] to mixed likewise, weights [rows, heads, source].
 * A sentence's hypotheses have the same keys and values. */
static void attend_source(const decoder_t *d, const cache_t *c, int layer, float scale,
                          const float *queries, float *mixed, float *weights)
{
    int share = c->rows / c->sentences;
    for (int r = 0; r < c->rows; r++)
        for (int h = 0; h < d->heads; h++) {
            size_t place = (size_t)(r / share) * d->heads + h;
            const float *keys = c->keys[layer] + place * d->d_k * c->source;
            memset(weights, 0, sizeof(float) * c->source);
            for (int k = 0; k < d->d_k; k++)
                for (int s = 0; s < c->source; s++)
                    weights[s] += queries[k] * keys[(size_t)k * c->source + s];
            for (int s = 0; s < c->source; s++)
                weights[s] *= scale;
            if (c->mask)
                for (int s = 0; s < c->source; s++)
                    weights[s] += c->mask[place * c->source + s];
            softmax(weights, c->source);
            mix(weights, c->values[layer] + place * d->d_k * c->source, mixed, c->source, d->d_k);
            weights += c->source;
            mixed += d->d_k;
            queries += d->d_k;
        }
}

static void add(float *x, const float *y, size_t count)
{
    for (size_t i = 0; i < count; i++)
        x[i] += y[i];
}

/* Numbers of scratch memory that a step needs. */
int64_t scratch_size(const decoder_t *d, int32_t rows)
{
    int wide = 3 * d->heads * d->d_k;
    return (int64_t)rows * (2 * d->d_model + (wide > d->d_ff ? wide : d->d_ff) + d->heads * d->d_k);
}

/* One new position of every row.
 *
 * x [rows, d_model] is replaced by the decoder's states. own_weights [rows, heads, at + 1] and
 * cross_weights [rows, heads, source] are written for each layer, `own_stride` and `cross_stride`
 * numbers after the layer before. */
void step(const decoder_t *d, const cache_t *c, float *x, float *scratch, float *own_weights,
          int64_t own_stride, float *cross_weights, int64_t cross_stride)
{
    int rows = c->rows, width = d->d_model;
    size_t stream = (size_t)rows * width;
    float *h = scratch, *sum = h + stream, *mixed = sum + stream;
    float *inner = mixed + (size_t)rows * d->heads * d->d_k;
    for (int number = 0; number < d->count; number++) {
        const layer_t *layer = d->layers + number;
        const attention_t *attentions[] = {&layer->own, c->keys ? &layer->cross : NULL};
        for (int which = 0; which < 2 && attentions[which]; which++) {
            const attention_t *attention = attentions[which];
            const float *input = x;
            if (d->pre) {
                normalise(&attention->norm, x, h, rows, width);
                input = h;
            }
            product(&attention->in, input, inner, rows);
            if (which == 0)
                attend_own(d, c, number, attention->scale, inner, mixed,
                           own_weights + number * own_stride);
            else
                attend_source(d, c, number, attention->scale, inner, mixed,
                              cross_weights + number * cross_stride);
            product(&attention->out, mixed, sum, rows);
            add(x, sum, stream);
            if (!d->pre)
                normalise(&attention->norm, x, x, rows, width);
        }
        const float *input = x;
        if (d->pre) {
            normalise(&layer->norm, x, h, rows, width);
            input = h;
        }
        product(&layer->inner, input, inner, rows);
        activate(d->activation, inner, (size_t)rows * d->d_ff);
        product(&layer->outer, inner, sum, rows);
        add(x, sum, stream);
        if (!d->pre)
            normalise(&layer->norm, x, x, rows, width);
    }
    if (d->last.weight)
        normalise(&d->last, x, x, rows, width);
}
