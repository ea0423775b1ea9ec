/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A server of the chain: asks the next one, if there is one. */
package relay;

import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.concurrent.CountDownLatch;

public class Server extends UnicastRemoteObject implements Station {
  private static final long serialVersionUID = 1;
  private static final int REFUSED_EACH = 4;       /* round that the last server is asked for */

  private final int place;
  private final transient Station next;            /* null: this is the last */
  private final transient CountDownLatch over = new CountDownLatch(1);
  private int calls;

  public Server(int place, Station next) throws RemoteException {
    this.place = place;
    this.next = next;
  }

  @Override
  public Baton remoteFoo(Baton baton, Observer observer) throws RemoteException, Refused {
    count();
    baton.sign("to " + place);
    observer.passed(place, baton.round());
    if (next == null && baton.round() % REFUSED_EACH == 0)
      throw new Refused("no baton of this number", baton.round());
    Baton back = next == null ? baton : next.remoteFoo(baton, observer);
    back.sign("from " + place);
    return back;
  }

  private synchronized void count() {
    calls++;
  }

  public synchronized int calls() {
    return calls;
  }

  @Override
  public void end() throws RemoteException {
    if (next != null)
      next.end();
    over.countDown();
  }

  public void await() throws InterruptedException {
    over.await();
  }
}
