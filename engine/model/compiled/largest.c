/* The largest numbers of a row: what a search looks at of a distribution. */
#include <stdint.h>

enum { LANES = 16, BLOCK = 64 };

typedef float vector __attribute__((vector_size(LANES * sizeof(float)), aligned(4)));
typedef int32_t lanes __attribute__((vector_size(LANES * sizeof(int32_t))));

/* Whether one of BLOCK numbers is above a limit, as next to none are once the best are found. */
static int any_above(const float *values, float limit)
{
    lanes above = {0};
    for (int i = 0; i < BLOCK; i += LANES)
        above |= *(const vector *)(values + i) > limit;
    int32_t any = 0;
    for (int lane = 0; lane < LANES; lane++)
        any |= above[lane];
    return any;
}

/* Of each row of values [rows, columns] the `count` largest numbers and their columns,
 * [rows, count], the largest first and of equal ones the smaller column; count <= columns.
 *
 * What is no number is above nothing: a row of such is given back from its beginning. */
void largest(const float *values, int32_t rows, int32_t columns, int32_t count, int32_t *places,
             float *found)
{
    for (int row = 0; row < rows; row++, values += columns, places += count, found += count) {
        int kept = 0;
        for (int begin = 0; begin < columns; begin += BLOCK) {
            int end = columns - begin < BLOCK ? columns : begin + BLOCK;
            if (kept == count && end - begin == BLOCK && !any_above(values + begin, found[kept - 1]))
                continue;
            for (int i = begin; i < end; i++) {
                float value = values[i];
                if (kept == count && !(value > found[kept - 1]))
                    continue;
                int at = kept < count ? kept++ : count - 1;
                for (; at > 0 && value > found[at - 1]; at--) {
                    found[at] = found[at - 1];
                    places[at] = places[at - 1];
                }
                found[at] = value;
                places[at] = i;
            }
        }
    }
}
