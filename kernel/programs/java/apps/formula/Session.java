/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes formulas through all stations and compares what must be equal. Counts what it has seen. */
package formula;

import java.util.List;

import jx.prof.EventLog;

final class Session {
  private static final int READ = EventLog.register("formula read");       /* argument: nodes of its tree */
  private static final int REFUSED = EventLog.register("formula refused"); /* argument: where its fault is */

  private final Generator generator;
  private final Scope scope;
  private long characters, tokens, nodes, simplified, refused, digest;

  Session(Generator generator) {
    this.generator = generator;
    scope = generator.scope();
  }

  /* Makes and reads formula `number'. */
  void read(int number) throws Mismatch {
    String text = generator.next();
    try {
      Node tree = parse(text, number);
      checkPrinted(tree, number);
      checkFault(text, number);
      digest = digest * 31 + tree.eval(scope);
    } catch (SyntaxError e) {
      throw new Mismatch(number, e.getMessage() + " in " + text);
    }
  }

  private Node parse(String text, int number) throws SyntaxError, Mismatch {
    List<Token> list = new Tokenizer(text).all();
    Node tree = new Parser(list).formula();
    Node simple = tree.simplify();
    expect(number, "the tree", tree.eval(scope));
    expect(number, "the simplified tree", simple.eval(scope));
    expect(number, "the tokens without a tree", new Postfix(scope).eval(list));
    characters += text.length();
    tokens += list.size();
    nodes += tree.size();
    simplified += simple.size();
    EventLog.log(READ, tree.size());
    return tree;
  }

  private void expect(int number, String who, long value) throws Mismatch {
    if (value != generator.value())
      throw new Mismatch(number, who + " has the value " + value + ", not " + generator.value());
  }

  private void checkPrinted(Node tree, int number) throws SyntaxError, Mismatch {
    String printed = tree.toString();
    Node again = new Parser(new Tokenizer(printed).all()).formula();
    if (!again.equals(tree))
      throw new Mismatch(number, "printed and read again it is another tree: " + printed);
  }

  /* Puts something into the text that can stand nowhere, and sees that it is found there. */
  private void checkFault(String text, int number) throws Mismatch {
    Generator.Fault fault = generator.spoil(text);
    try {
      new Parser(new Tokenizer(fault.text).all()).formula();
    } catch (SyntaxError e) {
      if (e.column() != fault.column)
        throw new Mismatch(number, "the fault is in column " + fault.column + ", and reported as: " + e.getMessage());
      refused++;
      EventLog.log(REFUSED, e.column());
      return;
    }
    throw new Mismatch(number, "the fault in column " + fault.column + " is not found: " + fault.text);
  }

  void report() {
    System.out.println("result: characters " + characters);
    System.out.println("result: tokens " + tokens);
    System.out.println("result: nodes " + nodes);
    System.out.println("result: nodes_simplified " + simplified);
    System.out.println("result: refused " + refused);
    System.out.println("result: digest " + digest);
  }
}
