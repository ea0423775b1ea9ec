/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Moves a cluster of stars by their gravity, with an octree (Barnes and Hut, Nature 324, 1986).
 *
 * What its profile shows: nearly all time in Cell.pull, calling itself down the tree (boxes nested eight deep;
 * compare the sum in the callgraph), and TreeGravity.tree, which builds it; cells that live for one step, in steps
 * of equal length (age, creation), beside stars that live as long as the run.
 *
 * Arguments: [STARS [STEPS [OPENING]]]: 160 stars, 30 steps, and at how many percent of its distance a cell's width
 * still lets it count as one point (50; 0 opens every cell).
 *
 * Results: interactions, energy before and after, the tree's error. How they are checked: accelerations against
 * direct summation, before and after; the total energy; a pair of stars against Kepler's closed form; and direct
 * summation run forth and back again, which must come home. All with G = 1, a cluster of mass 1 and radius 1.
 */
package nbody;

import jx.app.Program;

public final class Main {
  private static final double STEP = 1.0 / 256; /* a star half-way out needs 800 steps for a turn */

  /* Largest error of the tree, root mean square, for each square of the opening: what cells as points leave out.
   * Measured with 50 to 1000 stars, openings from 0.5 to 1: 0.02 to 0.05. */
  private static final double TREE_ERROR = 0.1;
  private static final double ROUNDING = 1e-12;
  private static final double ENERGY_DRIFT = 0.02; /* measured: 0.001 after 1000 steps */

  private Main() {
  }

  public static void main(String[] args) {
    Program program = new Program("nbody", args, 3,
      "[STARS [STEPS [OPENING]]]   stars (160), steps (30), percent (50)");
    int stars = program.number(0, 160, 2, 100000);
    int steps = program.number(1, 30, 0, 100000);
    int opening = program.number(2, 50, 0, 100);

    Star[] cluster = Cluster.make(stars);
    TreeGravity tree = new TreeGravity(opening / 100.0);
    double energyBefore = Cluster.energy(cluster);
    double errorBefore = Checks.error(tree, cluster);
    new Leapfrog(tree, cluster).run(steps, STEP);
    long interactions = tree.interactions();
    double energyAfter = Cluster.energy(cluster);
    double errorAfter = Checks.error(tree, cluster);
    double drift = Math.abs((energyAfter - energyBefore) / energyBefore);

    result("stars", Integer.toString(stars));
    result("interactions", Long.toString(interactions));
    result("energy_before", Double.toString(energyBefore));
    result("energy_after", Double.toString(energyAfter));
    result("tree_error_before", Double.toString(errorBefore));
    result("tree_error_after", Double.toString(errorAfter));
    expect(program, "the tree's accelerations are off by", Math.max(errorBefore, errorAfter),
      ROUNDING + TREE_ERROR * opening * opening / 1e4);
    expect(program, "energy has changed by", drift, ENERGY_DRIFT);
    expect(program, "a pair of stars misses Kepler's orbit by", Checks.kepler(), Checks.KEPLER_MISS);
    expect(program, "forth and back again misses home by", Checks.forthAndBack(), Checks.HOME_MISS);
  }

  private static void result(String key, String value) {
    System.out.println("result: " + key + " " + value);
  }

  private static void expect(Program program, String what, double error, double most) {
    if (!(error <= most)) /* or not a number */
      program.fail(what + " " + error + ", more than " + most);
  }
}
