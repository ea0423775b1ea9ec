/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lists, maps, sets, queues, sorting, bit sets, texts and random numbers under long random series of operations; running
 * hashes of all results. Keys are chosen so that no hash chain reaches eight entries: there the JDK reorders. */
import java.util.*;
import java.util.function.*;
public class Containers {
  static long h; static int n;
  static void add(Object o){ h = h*1000003 + String.valueOf(o).hashCode(); if (++n % 5000 == 0) System.out.println(n+" "+Long.toHexString(h)); }
  static void tr(Supplier<Object> s){ try { add(s.get()); } catch(RuntimeException e){ add(e.toString()); } }
  static Random r=new Random(3);
  static void part0() {
    for(int round=0;round<40;round++){
      Map<Object,Object> m = round%4==0?new HashMap<>():round%4==1?new LinkedHashMap<>(16,.75f,true):round%4==2?new TreeMap<>():new HashMap<>(r.nextInt(100));
      for(int i=0;i<600;i++){ int k=r.nextInt(300)*(round%3==0?1:round%3==1?4:12345); Object key= round%2==0? (Object)k : "k"+k;
        switch(r.nextInt(12)){ case 0:case 1:case 2: tr(()->m.put(key,k)); break; case 3: tr(()->m.remove(key)); break; case 4: tr(()->m.get(key)); break; case 5: tr(()->m.merge(key,1,(x,y)->(Integer)x+(Integer)y)); break; case 6: tr(()->m.computeIfAbsent(key,z->7)); break; case 7: tr(()->m.compute(key,(x,y)->y==null?3:null)); break; case 8: tr(()->m.putIfAbsent(key,9)); break; case 9: tr(()->m.containsKey(key)+""+m.size()); break; case 10: tr(()->m.getOrDefault(key,"d")); break; case 11: tr(()->m.computeIfPresent(key,(x,y)->(Integer)y>50?null:(Integer)y+1)); } }
      add(m); add(m.keySet()); add(m.values()); add(m.hashCode()); add(new HashMap<>(m)); add(new HashSet<>(m.keySet())); add(m.equals(new HashMap<>(m)));
      for(Iterator<Map.Entry<Object,Object>> it=m.entrySet().iterator();it.hasNext();){ Map.Entry<Object,Object> e=it.next(); if(r.nextInt(3)==0) it.remove(); else e.setValue(r.nextInt(5)); } add(m);
      m.keySet().removeIf(x->x.hashCode()%3==0); add(m); Map<Object,Object> c=new HashMap<>(); c.putAll(m); add(c); m.clear(); add(m);
    }
  }
  static void part1() {
    for(int round=0;round<30;round++){
      List<Integer> l = round%2==0? new ArrayList<>() : new LinkedList<>();
      for(int i=0;i<300;i++){ int k=r.nextInt(100); int ix=l.isEmpty()?0:r.nextInt(l.size()+2)-1; switch(r.nextInt(12)){ case 0:case 1:case 2: l.add(k); break; case 3: tr(()->{l.add(ix,k); return 0;}); break; case 4: tr(()->l.remove(ix)); break; case 5: tr(()->l.remove((Object)k)); break; case 6: tr(()->l.get(ix)); break; case 7: tr(()->l.set(ix,k)); break; case 8: add(l.indexOf(k)+" "+l.lastIndexOf(k)+l.contains(k)); break; case 9: tr(()->l.addAll(Math.max(0,ix)/2,Arrays.asList(k,k+1))); break; case 10: tr(()->new ArrayList<>(l.subList(Math.max(0,ix)/3,Math.max(0,ix)))); break; case 11: ListIterator<Integer> li=l.listIterator(l.size()/2); while(li.hasNext()){ int v=li.next(); if(v%7==0) li.remove(); else if(v%5==0) li.set(v+1); else if(v%11==0 && l.size()<400) li.add(v); } while(li.hasPrevious()) add(li.previous()+li.nextIndex()); } }
      add(l); add(l.hashCode()); Collections.sort(l, Comparator.comparing((Integer x)->x%10).thenComparing(Comparator.reverseOrder())); add(l); Collections.shuffle(l,new Random(round)); add(l); Collections.reverse(l); Collections.rotate(l,round*3-40); add(l); Collections.sort(l); add(l); tr(()->Collections.binarySearch(l,50)); tr(()->Collections.max(l)+" "+Collections.min(l)); l.removeIf(x->x%2==0); add(l); l.replaceAll(x->x*2); add(l); add(new ArrayList<>(l).equals(l)); tr(()->l.subList(1,3).toString()); if(l.size()>4){ l.subList(1,3).clear(); add(l); } add(Arrays.toString(l.toArray(new Integer[0]))); tr(()->{ for(Integer x:l) l.add(x); return 0; });
    }
  }
  static void part2() {
    for(int round=0;round<20;round++){ Deque<Integer> d= round%2==0?new ArrayDeque<>():new LinkedList<>(); PriorityQueue<Integer> q=round%3==0?new PriorityQueue<>():new PriorityQueue<>(Comparator.comparing(x->-x%17));
      for(int i=0;i<500;i++){ int k=r.nextInt(50); switch(r.nextInt(12)){ case 0: d.addFirst(k); q.add(k); break; case 1: d.addLast(k); q.offer(k); break; case 2: add(d.pollFirst()); break; case 3: add(d.pollLast()); add(q.poll()); break; case 4: tr(()->d.removeFirst()); break; case 5: tr(()->d.getLast()+" "+q.peek()); break; case 6: add(d.removeFirstOccurrence(k)); add(q.remove(k)); break; case 7: add(d.removeLastOccurrence(k)); break; case 8: tr(()->d.pop()); break; case 9: d.push(k); q.add(k); break; case 10: add(d); add(q); break; case 11: Iterator<Integer> it=d.descendingIterator(); while(it.hasNext()) add(it.next()); for(Iterator<Integer> qi=q.iterator();qi.hasNext();) if(qi.next()%5==0) qi.remove(); add(q); } } add(new PriorityQueue<>(new ArrayList<>(d))); }
  }
  static void part3() {
    for(int round=0;round<30;round++){
      TreeMap<Integer,Integer> t=round%2==0?new TreeMap<>():new TreeMap<>(Comparator.reverseOrder());
      for(int i=0;i<200;i++) t.put(r.nextInt(150),i);
      for(int i=0;i<60;i++){ int k=r.nextInt(170)-10, k2=r.nextInt(170)-10; boolean b=r.nextBoolean(), b2=r.nextBoolean(); tr(()->t.floorKey(k)+" "+t.ceilingKey(k)+" "+t.lowerKey(k)+" "+t.higherEntry(k)); tr(()->t.headMap(k,b)); tr(()->t.tailMap(k,b)+""+t.tailMap(k).size()); tr(()->t.subMap(k,b,k2,b2)); tr(()->t.subMap(k,b,k2,b2).descendingMap().headMap((k+k2)/2,b)); tr(()->t.descendingMap().floorKey(k)); tr(()->t.subMap(k,b,k2,b2).firstKey()); tr(()->t.headMap(k).put(k2,1)); tr(()->t.descendingKeySet().ceiling(k)); tr(()->t.pollFirstEntry()); tr(()->t.descendingMap().pollFirstEntry()); tr(()->t.navigableKeySet().headSet(k,b).last()); }
      add(t); tr(()->t.firstKey()+" "+t.lastEntry()); TreeSet<Integer> s=new TreeSet<>(t.keySet()); add(s); add(s.descendingSet()); tr(()->s.subSet(10,50)); s.retainAll(Arrays.asList(1,2,3,40,50,60)); add(s); t.clear(); tr(()->t.firstKey()); add(t.firstEntry()); }
  }
  static void part4() {
    for(int round=0;round<20;round++){ BitSet b=new BitSet(),c=new BitSet(r.nextInt(200)); for(int i=0;i<80;i++){ b.set(r.nextInt(300)); c.flip(r.nextInt(300)); int f=r.nextInt(200), g=f+r.nextInt(50); if(i%9==0) b.set(f,g); if(i%11==0) c.clear(f,g); if(i%13==0) b.flip(f,g); add(b.nextSetBit(f)+" "+b.nextClearBit(f)+" "+b.previousSetBit(g)+" "+b.cardinality()+" "+b.length()+" "+b.get(f)); } add(b); add(b.hashCode()); BitSet d=(BitSet)b.clone(); d.and(c); add(d); d=(BitSet)b.clone(); d.or(c); add(d); d.xor(b); add(d); d.andNot(c); add(d+""+d.isEmpty()+d.equals(b)+b.intersects(c)); }
  }
  static void part5() {
    for(int round=0;round<60;round++){ int k=r.nextInt(300); int[] x=new int[k]; long[] y=new long[k]; double[] z=new double[k]; byte[] bb=new byte[k]; char[] cc=new char[k]; Integer[] o=new Integer[k]; for(int i=0;i<k;i++){ x[i]=r.nextInt(round%2==0?20:1<<30); y[i]=r.nextLong(); z[i]=i%17==0?Double.NaN:i%19==0?-0.0:r.nextDouble()-.5; bb[i]=(byte)x[i]; cc[i]=(char)y[i]; o[i]=r.nextInt(10); } int[] x2=x.clone(); Arrays.sort(x); Arrays.sort(y); Arrays.sort(z); Arrays.sort(bb); Arrays.sort(cc); Arrays.sort(o,(p,q)->q-p); if(k>10) Arrays.sort(x2,3,k-4); add(Arrays.toString(x)+Arrays.toString(y)+Arrays.toString(z)+Arrays.toString(bb)+Arrays.hashCode(z)+new String(cc).hashCode()+Arrays.toString(o)+Arrays.toString(x2)+Arrays.binarySearch(x,7)+Arrays.equals(x,x2)+Arrays.deepToString(new Object[]{x,y,"s",new Object[]{null}})+Arrays.hashCode(o)+Arrays.asList(o).hashCode()); tr(()->Arrays.copyOfRange(x,5,400).length); tr(()->Arrays.copyOfRange(x,500,400).length); }
  }
  static void part6() {
    String[] ss={"a,b,,c,,","","x",",","  a  b ","a1b22c","boo:and:foo","..."}; for(String s:ss) for(String p:new String[]{","," ","\\s+","[0-9]","o","\\.","","[,:]+",":"}) for(int lim:new int[]{-1,0,2}) { if(p.equals("[0-9]")) continue; tr(()->Arrays.toString(s.split(p,lim))); }
  }
  static void part7() {
    for(int i=0;i<300;i++){ StringBuilder b=new StringBuilder("ab\u00e9c"); for(int k=0;k<30;k++){ int p=r.nextInt(b.length()+3)-1,q=r.nextInt(b.length()+3)-1; switch(r.nextInt(11)){ case 0: b.append(r.nextInt()); break; case 1: tr(()->b.insert(p,"xy")); break; case 2: tr(()->b.delete(p,q)); break; case 3: tr(()->b.deleteCharAt(p)); break; case 4: b.reverse(); break; case 5: tr(()->b.replace(p,q,"zz")); break; case 6: b.append(r.nextLong()).append('c').append(1.5f).append(true).append((Object)null).append(new char[]{'1','2'}); break; case 7: tr(()->b.substring(p,q)); break; case 8: tr(()->b.indexOf("c",p)+" "+b.lastIndexOf("1",q)+" "+b.charAt(p)); break; case 9: b.appendCodePoint(0x1F600+r.nextInt(50)); break; case 10: b.setLength(r.nextInt(40)); } } String s=b.toString(); add(s); add(s.toUpperCase()+s.toLowerCase()+s.trim()+s.strip()+s.hashCode()+s.indexOf("1")+s.lastIndexOf('c')+s.replace("1","")+s.replace("","-")+s.replace('a','b')+s.contains("12")+s.compareTo("ab")+s.compareToIgnoreCase("AB")+s.equalsIgnoreCase("x")+s.startsWith("a")+s.endsWith("c")+s.isBlank()+Arrays.toString(s.getBytes())); }
    add(String.join("-",Arrays.asList("a","b"))+new StringJoiner(",","<",">").add("x").setEmptyValue("e")+Optional.of(3).map(x->x+1).filter(x->x>3)+Objects.hash(1,"a",null)+List.of(1,2)+Collections.nCopies(3,"x")+Collections.emptyMap()+Map.entry(1,2)+new AbstractMap.SimpleEntry<>(1,2));
  }
  static void part8() {
    Random g=new Random(99); byte[] by=new byte[11]; g.nextBytes(by); add(Arrays.toString(by)+g.nextInt(1<<20)+g.nextLong()+g.nextFloat()+g.nextBoolean()+g.nextInt(1000000007));
  }
  public static void main(String[] a){
    part0(); System.out.println("part 0 "+n+" "+Long.toHexString(h));
    part1(); System.out.println("part 1 "+n+" "+Long.toHexString(h));
    part2(); System.out.println("part 2 "+n+" "+Long.toHexString(h));
    part3(); System.out.println("part 3 "+n+" "+Long.toHexString(h));
    part4(); System.out.println("part 4 "+n+" "+Long.toHexString(h));
    part5(); System.out.println("part 5 "+n+" "+Long.toHexString(h));
    part6(); System.out.println("part 6 "+n+" "+Long.toHexString(h));
    part7(); System.out.println("part 7 "+n+" "+Long.toHexString(h));
    part8(); System.out.println("part 8 "+n+" "+Long.toHexString(h));
  }
}
