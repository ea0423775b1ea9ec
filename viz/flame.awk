# SPDX-License-Identifier: GPL-2.0-or-later
#
# flame.awk: sampled call stacks as a flame graph (B. Gregg, The Flame Graph, ACM Queue 14/2, 2016): a frame stands on
# its caller, as wide as the samples that had both on the stack. Left to right means nothing but "more samples first".
#
# What always holds: frames of one caller lie on it without overlap, in the order of their samples, and their widths
# are in exact proportion to samples over the whole page. The lowest frame of each tower is its thread.
#
# In: tables stacks, threads, run.  Out: blocks frames, names, small.

BEGIN {
  LEAST_WIDTH = 1    # pixels; narrower frames are left out with all that stands on them
  MOST_HEIGHT = 44
  LEAST_HEIGHT = 16  # deeper stacks make the page higher
  page_init("samples")
  stacks_read()
  flame_grow()
  flame_head()
  flame_place()
  page_names()
}

# Frames are numbered; 0 carries the threads. FRAME_OF[caller, name] finds one.
function flame_grow(    i, j, n, names, frame)
{
  for (i = 1; i <= STACKS; i++) {
    n = split("[" STACK_THREAD[i] "];" STACK[i], names, ";")
    frame = 0
    SAMPLES[0] += STACK_COUNT[i]
    for (j = 1; j <= n; j++) {
      frame = flame_frame(frame, names[j], STACK_THREAD[i])
      SAMPLES[frame] += STACK_COUNT[i]
    }
  }
}

function flame_frame(caller, name, thread)
{
  if (!((caller, name) in FRAME_OF)) {
    FRAME_OF[caller, name] = ++FRAMES
    FRAME_NAME[FRAMES] = name
    FRAME_THREAD[FRAMES] = thread
    FRAME_DEPTH[FRAMES] = caller ? FRAME_DEPTH[caller] + 1 : 0
    FRAME_NEXT[FRAMES] = FRAME_CHILD[caller]
    FRAME_CHILD[caller] = FRAMES
  }
  return FRAME_OF[caller, name]
}

function flame_head(    i, s, room, probes)
{
  PER_SAMPLE = (PAGE_WIDTH - 2 * PAGE_MARGIN) / SAMPLES[0]
  for (i = 1; i <= FRAMES; i++)
    if (SAMPLES[i] * PER_SAMPLE >= LEAST_WIDTH && FRAME_DEPTH[i] > DEEPEST)
      DEEPEST = FRAME_DEPTH[i]
  s = "A frame stands on its caller; width: how many samples had it on the stack, of " stacks_scope() \
      ". Percentages are of the whole." stacks_remark()
  page_legend("function, in a colour by its name", flame_warm(40 + 26 * 50))
  for (i = 1; i <= FRAMES; i++)
    probes = probes || FRAME_NAME[i] == PROBES
  if (probes)
    page_legend(PROBES, colour("9A9A9A", 0.4))
  for (i = FRAME_CHILD[0]; i; i = FRAME_NEXT[i])
    if (SAMPLES[i] * PER_SAMPLE >= LEAST_WIDTH)
      page_legend(FRAME_NAME[i], flame_colour(i))
  page_head("Flame graph of the sampled stacks", s)
  page_legend_write()
  room = PAGE_HEIGHT - PAGE_MARGIN - PAGE_TOP
  FRAME_HEIGHT = int(room / (DEEPEST + 1))
  if (FRAME_HEIGHT > MOST_HEIGHT)
    FRAME_HEIGHT = MOST_HEIGHT
  if (FRAME_HEIGHT < LEAST_HEIGHT)
    FRAME_HEIGHT = LEAST_HEIGHT
  PAGE_HEIGHT = PAGE_TOP + PAGE_MARGIN + FRAME_HEIGHT * (DEEPEST + 1)
  page_set("height", PAGE_HEIGHT)
}

function flame_place()
{
  block("frames", "left\ttop\tright\tbottom\tcolour\tdepth\tsamples\tthread\tfunction")
  flame_tower(0, PAGE_MARGIN)
}

# Places what stands on `frame`, from `x` to the right, most samples first (equal ones by name). Those that are wide
# enough are never more than the page has pixels.
function flame_tower(frame, x,    order, n, i, j, child)
{
  for (child = FRAME_CHILD[frame]; child; child = FRAME_NEXT[child]) {
    if (SAMPLES[child] * PER_SAMPLE < LEAST_WIDTH)
      continue
    for (j = n++; j > 0 && flame_before(child, order[j]); j--)
      order[j + 1] = order[j]
    order[j + 1] = child
  }
  for (i = 1; i <= n; i++) {
    flame_draw(order[i], x)
    flame_tower(order[i], x)
    x += SAMPLES[order[i]] * PER_SAMPLE
  }
}

function flame_before(a, b)
{
  return SAMPLES[a] > SAMPLES[b] || SAMPLES[a] == SAMPLES[b] && FRAME_NAME[a] < FRAME_NAME[b]
}

function flame_draw(frame, x,    width, top, size, name, share)
{
  width = SAMPLES[frame] * PER_SAMPLE
  top = PAGE_HEIGHT - PAGE_MARGIN - (FRAME_DEPTH[frame] + 1) * FRAME_HEIGHT
  row(sprintf("%.2f\t%.2f\t%.2f\t%.2f\t%d\t%d\t%d\t", x, top, x + width, top + FRAME_HEIGHT,
              flame_colour(frame), FRAME_DEPTH[frame], SAMPLES[frame]) quote_field(FRAME_THREAD[frame]) "\t" \
      quote_field(FRAME_NAME[frame]))
  name = FRAME_NAME[frame]
  share = " " text_percent(100 * SAMPLES[frame] / SAMPLES[0])
  size = FRAME_HEIGHT >= 20 && text_width(name, 14) <= width - 8 ? 14 : 11
  name = text_fit_name(name, size, width - 6)
  if (name != "" && text_width(name share, size) <= width - 8)
    name = name share
  page_name(size, x + 4, top + FRAME_HEIGHT / 2, name)
}

# Threads have their colour; functions a warm one that depends on the name alone, so that a function is found again in
# every tower and every run.
function flame_colour(frame,    name)
{
  if (FRAME_DEPTH[frame] == 0)
    return colour(COLOUR[FRAME_THREAD[frame]], 0.35)
  name = FRAME_NAME[frame]
  if (name == PROBES)
    return colour("9A9A9A", 0.4)
  return flame_warm(text_hash(name))
}

function flame_warm(hash)
{
  return (225 + hash % 26) * 65536 + (115 + int(hash / 26) % 105) * 256 + 60 + int(hash / 2730) % 40
}
