/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The stages of the job, each a thread, and how they end: all done, or one has failed and the others are interrupted.
 * The first failure is kept. Stages join when they are made, before run(). */
package textindex;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

final class Pipeline {
  /* A stage's work goes on until its input has ended; channels make it wait for its neighbours. */
  abstract static class Stage extends Thread {
    private final Pipeline pipeline;

    Stage(Pipeline pipeline, String name) {
      super(name);
      this.pipeline = pipeline;
      pipeline.stages.add(this);
    }

    abstract void work() throws IOException, InterruptedException;

    @Override
    public final void run() {
      try {
        work();
      } catch (Exception | OutOfMemoryError e) {
        pipeline.failed(this, e);
      }
    }
  }

  private final List<Stage> stages = new ArrayList<>();
  private String trouble;

  private synchronized void failed(Stage stage, Throwable why) {
    if (trouble != null)
      return;
    trouble = stage.getName() + ": " + why;
    for (Stage other : stages)
      other.interrupt();
  }

  /* Starts all stages and waits for their ends; what went wrong, or null. */
  String run() {
    for (Stage stage : stages)
      stage.start();
    for (Stage stage : stages)
      join(stage);
    synchronized (this) {
      return trouble;
    }
  }

  private void join(Stage stage) {
    try {
      stage.join();
    } catch (InterruptedException e) {
      failed(stage, e);
    }
  }
}
