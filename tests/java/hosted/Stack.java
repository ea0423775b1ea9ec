/* SPDX-License-Identifier: GPL-2.0-or-later */
/** What makes javac shuffle the operand stack, and use the wide forms of instructions. */
public class Stack {
  int i = 3;
  long j = 4;
  double d = 0.5;
  Stack next;
  static int count;
  static long total;
  int[] ints = { 1, 2, 3 };
  long[] longs = { 10, 20, 30 };
  String text = "t";
  String[] texts = { "a", "b" };

  Stack self() {
    count++;
    return this;
  }

  int index() {
    return ++count & 1;
  }

  void fields() {
    int a = self().i++ + ++self().i;
    long b = self().j++ * (self().j += 5);
    double c = self().d *= 3;
    self().text += "u" + a;
    next = this;
    next.next.next.i -= 2;
    System.out.println(a + " " + b + " " + (int) (c * 10) + " " + text + i + " " + count);
  }

  void elements() {
    int a = ints[index()]++ + --ints[index()];
    long b = longs[index()]-- + (longs[index()] <<= 3);
    long c = longs[0] = longs[1] = longs[2] += 7;
    int e = ints[0] = i = ints[2] ^= 9;
    texts[index()] += texts[index()] += "c";
    String s = texts[0] = text = "z" + texts[1];
    System.out.println(a + " " + b + " " + c + " " + e + " " + texts[0] + texts[1] + s + longs[0]);
  }

  static void statics() {
    long a = total++ + ++total;
    int b = count = count-- - 5;
    total = count += (int) a;
    System.out.println(a + " " + b + " " + total + " " + count);
  }

  static long wide(long v0) {
    long v1 = v0 * 31 + 1, v2 = v1 * 31 + 2, v3 = v2 * 31 + 3, v4 = v3 * 31 + 4, v5 = v4 * 31 + 5, v6 = v5 * 31 + 6,
      v7 = v6 * 31 + 7, v8 = v7 * 31 + 8, v9 = v8 * 31 + 9, v10 = v9 * 31 + 10, v11 = v10 * 31 + 11, v12 = v11 *
      31 + 12, v13 = v12 * 31 + 13, v14 = v13 * 31 + 14, v15 = v14 * 31 + 15, v16 = v15 * 31 + 16, v17 = v16 * 31
      + 17, v18 = v17 * 31 + 18, v19 = v18 * 31 + 19, v20 = v19 * 31 + 20, v21 = v20 * 31 + 21, v22 = v21 * 31 +
      22, v23 = v22 * 31 + 23, v24 = v23 * 31 + 24, v25 = v24 * 31 + 25, v26 = v25 * 31 + 26, v27 = v26 * 31 + 27,
      v28 = v27 * 31 + 28, v29 = v28 * 31 + 29, v30 = v29 * 31 + 30, v31 = v30 * 31 + 31, v32 = v31 * 31 + 32, v33
      = v32 * 31 + 33, v34 = v33 * 31 + 34, v35 = v34 * 31 + 35, v36 = v35 * 31 + 36, v37 = v36 * 31 + 37, v38 =
      v37 * 31 + 38, v39 = v38 * 31 + 39, v40 = v39 * 31 + 40, v41 = v40 * 31 + 41, v42 = v41 * 31 + 42, v43 = v42
      * 31 + 43, v44 = v43 * 31 + 44, v45 = v44 * 31 + 45, v46 = v45 * 31 + 46, v47 = v46 * 31 + 47, v48 = v47 *
      31 + 48, v49 = v48 * 31 + 49, v50 = v49 * 31 + 50, v51 = v50 * 31 + 51, v52 = v51 * 31 + 52, v53 = v52 * 31
      + 53, v54 = v53 * 31 + 54, v55 = v54 * 31 + 55, v56 = v55 * 31 + 56, v57 = v56 * 31 + 57, v58 = v57 * 31 +
      58, v59 = v58 * 31 + 59, v60 = v59 * 31 + 60, v61 = v60 * 31 + 61, v62 = v61 * 31 + 62, v63 = v62 * 31 + 63,
      v64 = v63 * 31 + 64, v65 = v64 * 31 + 65, v66 = v65 * 31 + 66, v67 = v66 * 31 + 67, v68 = v67 * 31 + 68, v69
      = v68 * 31 + 69, v70 = v69 * 31 + 70, v71 = v70 * 31 + 71, v72 = v71 * 31 + 72, v73 = v72 * 31 + 73, v74 =
      v73 * 31 + 74, v75 = v74 * 31 + 75, v76 = v75 * 31 + 76, v77 = v76 * 31 + 77, v78 = v77 * 31 + 78, v79 = v78
      * 31 + 79, v80 = v79 * 31 + 80, v81 = v80 * 31 + 81, v82 = v81 * 31 + 82, v83 = v82 * 31 + 83, v84 = v83 *
      31 + 84, v85 = v84 * 31 + 85, v86 = v85 * 31 + 86, v87 = v86 * 31 + 87, v88 = v87 * 31 + 88, v89 = v88 * 31
      + 89, v90 = v89 * 31 + 90, v91 = v90 * 31 + 91, v92 = v91 * 31 + 92, v93 = v92 * 31 + 93, v94 = v93 * 31 +
      94, v95 = v94 * 31 + 95, v96 = v95 * 31 + 96, v97 = v96 * 31 + 97, v98 = v97 * 31 + 98, v99 = v98 * 31 + 99,
      v100 = v99 * 31 + 100, v101 = v100 * 31 + 101, v102 = v101 * 31 + 102, v103 = v102 * 31 + 103, v104 = v103 *
      31 + 104, v105 = v104 * 31 + 105, v106 = v105 * 31 + 106, v107 = v106 * 31 + 107, v108 = v107 * 31 + 108,
      v109 = v108 * 31 + 109, v110 = v109 * 31 + 110, v111 = v110 * 31 + 111, v112 = v111 * 31 + 112, v113 = v112
      * 31 + 113, v114 = v113 * 31 + 114, v115 = v114 * 31 + 115, v116 = v115 * 31 + 116, v117 = v116 * 31 + 117,
      v118 = v117 * 31 + 118, v119 = v118 * 31 + 119, v120 = v119 * 31 + 120, v121 = v120 * 31 + 121, v122 = v121
      * 31 + 122, v123 = v122 * 31 + 123, v124 = v123 * 31 + 124, v125 = v124 * 31 + 125, v126 = v125 * 31 + 126,
      v127 = v126 * 31 + 127, v128 = v127 * 31 + 128, v129 = v128 * 31 + 129, v130 = v129 * 31 + 130;
    int far = 5;
    far += 1000;
    far -= 40000;
    double d = v130;
    float f = far;
    Object o = d > f ? "more" : null;
    String s = (String) o;
    return v130 + v77 * far + (s == null ? 1 : s.length());
  }

  static int conditional(boolean a, int x, long y) {
    return (a ? x : (int) y) + (int) (a ? y : x) + (a && (x > y || y == 3) ? 1 : 2);
  }

  public static void main(String[] args) {
    Stack s = new Stack();
    s.fields();
    s.elements();
    statics();
    System.out.println(wide(args.length + 12) + " " + conditional(true, 4, 3L) + conditional(false, 4, 9L));
  }
}
