/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * charts.h: the charts, the one list from which the figures, render, its help, the page and the tests take them
 * (`figures --list`). The order is the one in which charts are made, and that of README.md.
 *
 * C(name, group, tool, choices, tables, figure, title, what, drawn by)
 *   name      also the name of its files; make_NAME() turns tables into what is to be shown; on the page, say_NAME()
 *             says a sentence about it (sentences.h)
 *   group     a word that stands for several charts
 *   tool      gnuplot draws NAME.gp, or dot what make_NAME() gives: nodes and edges
 *   choices   which choices the chart takes: time (--from, --to), events (--events), thread (--thread); window: tables
 *             of a stretch of time are enough to draw it; `-': none
 *   tables    from which tables it is drawn, besides run and threads
 *   figure    of the JX paper; on the page, figures come first, in their order; `-': the paper has none like it
 *   title     its heading on the page
 *   what      it shows, for render --help
 *   drawn by  the NAME whose make_NAME() and NAME.gp it has
 *
 * Every colour and mark is in the chart's legend (figure_legend(); tests/viz/legend.py looks). To add a chart: a line
 * here, make_NAME() in a file of its own, NAME.gp, its say_NAME(), a row of README.md, and a test in tests/viz/.
 */
#ifndef CHARTS_H
#define CHARTS_H

#define CHARTS(C) \
  C(boxes, timing, gnuplot, "thread", "tree", "4", "Where the time goes", \
    "where the time goes: nested boxes, area = time", boxes) \
  C(callgraph, timing, dot, "thread", "tree", "3", "Who calls whom", \
    "who calls whom, how often, and what it costs", callgraph) \
  C(threads, sched, gnuplot, "time,window,thread", "activity,wakes,lost", "8", "Which thread ran when", \
    "which thread ran when", threads) \
  C(busy, sched, gnuplot, "time,window", "busysteps,busy,lost", "-", "How many processors were busy", \
    "how many processors were busy at once, over time", busy) \
  C(latency, sched, gnuplot, "time,window,thread", "latency", "-", "How long threads waited for a processor", \
    "how long threads waited for a processor, on the same and across", latency) \
  C(locks, locks, gnuplot, "thread", "locks", "-", "Which locks threads wait for", \
    "which locks threads waited for, and who for whom", locks) \
  C(counters, counters, gnuplot, "time,thread", "counterseries,collections,lost", "13", \
    "What the performance counters counted", "what two performance counters counted over time, in which thread", \
    counters) \
  C(events, events, gnuplot, "time,window,events,thread", "events,intervals,lost", "5", "Events over time", \
    "every logged event over time", events) \
  C(rounds, events, gnuplot, "time,window,events,thread", "events,cycle,rounds,lost", "6", "Events of some rounds", \
    "the same of some rounds of the events that recur", events) \
  C(intervals, events, gnuplot, "time,window,events,thread", "events,intervals,lost", "7", "Times between events", \
    "times between successive events", intervals) \
  C(samples, samples, gnuplot, "thread", "samples,stacks", "-", "Where the CPU was met", \
    "the functions that were met most often by the timer", samples) \
  C(flame, samples, gnuplot, "thread", "samples,stacks", "-", "By which path of calls", \
    "sampled call stacks as a flame graph", flame) \
  C(standing, moments, gnuplot, "thread", "standing", "-", "Where threads stand", \
    "where threads stood at moments, running and waiting, as a flame graph", flame) \
  C(deadlock, moments, dot, "-", "waitsfor", "-", "Who waits for whom", \
    "who waits for whom at the last moment, and the deadlocks", deadlock) \
  C(creation, objects, gnuplot, "time,window,thread", "objects,sites,lost", "9", \
    "Which code makes objects, and when", "which code makes objects when, and how large", creation) \
  C(lifetime, objects, gnuplot, "time,thread", "objects,sites,classes,collections,lost", "10", \
    "When objects are born and die", "when each object is born and dies, and where it was made", lifetime) \
  C(newest, objects, gnuplot, "time,thread", "objects,sites,classes,collections,lost", "11", \
    "When the newest objects are born and die", "the same of the last tenth of the objects", lifetime) \
  C(age, objects, gnuplot, "-", "ages,sites,collections", "12", \
    "How old objects become, by the place that made them", \
    "how old objects become, by the place that made them", age) \
  C(survival, objects, gnuplot, "-", "survival,collections", "-", "What share of the objects reaches an age", \
    "the share of objects and bytes that is still alive at an age", survival) \
  C(drag, exact, gnuplot, "-", "drag", "-", "Which objects are kept in vain", \
    "what the heap held after its last use, by the place that made it", drag) \
  C(heap, objects, gnuplot, "time", "heap,collections,lost", "-", "How full the heap was", \
    "how full the heap is over time, and what collections cost", heap)

#endif
