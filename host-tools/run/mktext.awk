# SPDX-License-Identifier: GPL-2.0-or-later
#
# mktext.awk: writes the text that `make run` works on when no INPUT is given.
#
#   awk -f host-tools/run/mktext.awk [-v bytes=1258291] [-v seed=1] > text.txt
#
# It looks like language where it matters to an index: pronounceable words, the most frequent ones short, their
# frequencies by Zipf's law, sentences, paragraphs, numbers and lines of 78 columns. It ends with the paragraph in
# which `bytes` (default 1.2 MiB) is reached.
#
# What always holds: the same bytes from mawk, gawk and busybox awk. The only numbers are integers below 2^53, which a
# double holds exactly; the generator is Park and Miller's (CACM 31:10, 1988), whose products stay below 2^46.

function random(below)
{
  state = (state * 16807) % 2147483647
  return state % below
}

function pick(list, n)
{
  return list[random(n) + 1]
}

function syllable()
{
  return pick(onset, onsets) pick(nucleus, nuclei) (random(3) ? "" : pick(coda, codas))
}

# A word that is not in the vocabulary yet. Frequent words (small ranks) have one syllable, rare ones up to five.
function new_word(rank,    word, i, syllables)
{
  do {
    syllables = 1 + (rank > 90) + (rank > 1500 && random(2)) + !random(12)
    word = ""
    for (i = 0; i < syllables; i++)
      word = word syllable()
  } while (word in known)
  known[word] = 1
  return word
}

# limit[r] - limit[r - 1] is the weight of rank r: proportional to 1 / r.
function make_vocabulary(    rank)
{
  limit[0] = 0
  for (rank = 1; rank <= vocabulary; rank++) {
    word_of[rank] = new_word(rank)
    limit[rank] = limit[rank - 1] + int(1000000 / rank)
  }
}

# The rank whose stretch of the weights a random number falls into, by halving.
function random_word(    at, low, high, middle)
{
  at = random(limit[vocabulary])
  low = 1
  high = vocabulary
  while (low < high) {
    middle = int((low + high) / 2)
    if (at < limit[middle])
      high = middle
    else
      low = middle + 1
  }
  return word_of[low]
}

function put(word)
{
  if (column && column + 1 + length(word) > 78) {
    out = out "\n"
    column = 0
  } else if (column) {
    out = out " "
    column++
  }
  out = out word
  column += length(word)
}

function capital(word)
{
  return toupper(substr(word, 1, 1)) substr(word, 2)
}

function sentence(    words, i, word)
{
  words = 4 + random(11) + random(11)
  for (i = 1; i <= words; i++) {
    word = random(60) ? random_word() : random(10) ? random(2100) : random(100000)
    if (i == 1)
      word = capital(word)
    if (i == words)
      word = word (random(12) ? "." : random(2) ? "?" : "!")
    else if (!random(9))
      word = word ","
    put(word)
  }
}

function paragraph(    i)
{
  out = ""
  column = 0
  for (i = 2 + random(7); i > 0; i--)
    sentence()
  return out "\n\n"
}

BEGIN {
  if (bytes == "")
    bytes = 1258291
  state = seed == "" ? 1 : seed
  vocabulary = 14000
  onsets = split("b d f g h k l m n p r s t v w z br dr fl gr kl pl pr st str th tr sh", onset, " ")
  nuclei = split("a e i o u a e i o a e ai ea ou ie", nucleus, " ")
  codas = split("n r s t l m nd st rn ck ng", coda, " ")
  make_vocabulary()
  for (written = 0; written < bytes; written += length(text)) {
    text = paragraph()
    printf "%s", text
  }
}
