// SPDX-License-Identifier: GPL-2.0-or-later
//
// views.js: what stands below the time line: each view of what is chosen there. A view is {title, show(place)}; all of
// them ask the worker, so a number here is a number of hostdump's tables.

export { begin } from "./view_base.js";
import { showFlame } from "./view_flame.js";
import { showTable } from "./view_tables.js";
import { showCallTree } from "./view_calls.js";
import { showSession } from "./view_session.js";
import { showHeat } from "./view_heat.js";
import { showGraph } from "./view_graph.js";
import { showIntervals, showLatency, showObjects, showRounds } from "./view_charts.js";
import { showCompare } from "./view_compare.js";
import { showLoss } from "./view_loss.js";
import { showFigures } from "./view_figures.js";
import { showNow } from "./view_now.js";

export const views = {
  flame: { title: "Flame", show: showFlame },
  tables: { title: "Tables", show: showTable },
  graph: { title: "Call graph", show: showGraph },
  calls: { title: "Calls", show: showCallTree },
  session: { title: "All nodes", show: showSession },
  intervals: { title: "Intervals", show: showIntervals },
  rounds: { title: "Rounds", show: showRounds },
  latency: { title: "Latency", show: showLatency },
  heat: { title: "Heat map", show: showHeat },
  objects: { title: "Objects", show: showObjects },
  now: { title: "Now", show: showNow },
  charts: { title: "Charts", show: showFigures },
  compare: { title: "Two runs", show: showCompare },
  loss: { title: "Losses and cost", show: showLoss },
};
