/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Numbers to text and back, bits, rounding and formatting; running hashes of all results. */
import java.util.*;
public class Numbers {
  static double p10(int e){ double x=1; for(;e>0;e--) x*=10; for(;e<0;e++) x/=10; return x; }
  static long h; static int n;
  static void add(String s){ h = h*1000003 + s.hashCode(); if (++n % 20000 == 0) System.out.println(n+" "+Long.toHexString(h)); }
  public static void main(String[] a){
    Random r=new Random(7);
    for(int i=0;i<100000;i++){ double d=Double.longBitsToDouble(r.nextLong()); String s=Double.toString(d); add(s); if(d==d && Double.parseDouble(s)!=d) System.out.println("back "+s); }
    for(int i=0;i<50000;i++){ double d=r.nextInt(1000000)/1000.0*p10(r.nextInt(20)-10); add(Double.toString(d)); }
    for(int i=0;i<50000;i++){ float f=Float.intBitsToFloat(r.nextInt()); String t=Float.toString(f); add(t); if(f==f && Float.parseFloat(t)!=f) System.out.println("fback "+t); }
    for(int i=-1074;i<1024;i++){ double d=Double.longBitsToDouble(i< -1022 ? 1L<<(i+1074) : (long)(i+1023)<<52); add(Double.toString(d)); add(Double.toString(Math.nextUp(d))); add(Double.toString(Math.nextDown(d))); }
    for(int i=0;i<63;i++) for (int k=-3;k<4;k++) { add(Double.toString((double)((1L<<i)+k))); add(Float.toString((float)((1L<<i)+k))); }
    for(int i=0;i<20000;i++){ long v=r.nextLong()>>>r.nextInt(64); add(Double.toString((double)v)); add(Float.toString((float)v)); add(Long.toString(v)); add(Long.toString(-v)); add(Long.toHexString(v)+Long.toOctalString(v)+Long.toBinaryString(v)); add(Long.toString(v,2+r.nextInt(35))); add(Integer.toString((int)v,2+r.nextInt(35))); add(Long.toUnsignedString(v*3)); add(""+Long.bitCount(v)+Long.numberOfLeadingZeros(v)+Long.numberOfTrailingZeros(v)+Long.reverse(v)+Long.reverseBytes(v)+Integer.reverse((int)v)+Integer.bitCount((int)v)+Integer.numberOfTrailingZeros((int)v)+Integer.highestOneBit((int)v)+Long.highestOneBit(v)+Integer.rotateLeft((int)v,i)+Long.rotateRight(v,i)+Long.divideUnsigned(-v,v/3+1)+Long.remainderUnsigned(-v,v/3+1)+Integer.divideUnsigned((int)-v,(int)(v/3)|1)+Math.multiplyHigh(v,-v)+Math.floorMod(-v,7L)+Math.floorDiv((int)v,-5)); }
    String[] dec={"1e400","-1e-400","0.1","123456789012345678901234567890","4.9e-324","2.4703282292062327e-324","2.4703282292062328e-324","1.7976931348623158e308","1.7976931348623159e308","9007199254740993","9007199254740992.99999","0x1.8p1","0x1p-1074","0x.8p-1074","0x1.fffffffffffff8p0","1.5f","  7d ","+3","-.5","5.","Infinity","-NaN","1e-5","2.2250738585072011e-308","2.2250738585072012e-308","100000000000000000000000","1e23","8.41e21","6.0221409e+23","0.000000000000000000000000000000000000000000001","1e22","1e-22","3.4028235677973366e38","1.401298464324817e-45","7.006492321624085e-46"};
    for(String s:dec) System.out.println(s+" "+Double.parseDouble(s)+" "+Float.parseFloat(s));
    for(String s:new String[]{"","x","1e","0x1","--1","1..2","e5","0x1p","NaNN","1 2","Inf"}) try { System.out.println(Double.parseDouble(s)); } catch(NumberFormatException e){ System.out.println(e.getMessage()); }
    for(String s:new String[]{"","-","+","9999999999","0x12","-2147483648","2147483648","12a"," 1"}) { try { System.out.println(Integer.parseInt(s)); } catch(NumberFormatException e){ System.out.println(e.getMessage()); } try { System.out.println(Long.decode(s)); } catch(NumberFormatException e){ System.out.println(e.getMessage()); } try { System.out.println(Integer.parseUnsignedInt(s)); } catch(NumberFormatException e){ System.out.println("unsigned"); } }
    for(int i=0;i<30000;i++){ String s=(r.nextInt(2)==0?"-":"")+Math.abs(r.nextLong()>>>r.nextInt(60))+"."+Math.abs(r.nextLong()>>>r.nextInt(60))+"e"+(r.nextInt(640)-330); add(s+"="+Double.parseDouble(s)+Float.parseFloat(s)); }
    double[] ds={0,1.005,0.125,2.5,-3.75,1e10,123456.789,9.9999e-5,0.05,-0.0,1e-320,Double.MAX_VALUE,99.995,0.5,1.5};
    for(double d:ds) for(String f:new String[]{"%f","%.0f","%.2f","%10.3f|","%-12.1f|","%+.1f","%e","%.0e","%,.2f","%012.4f","%(.1f","%.10f"}) System.out.println(f+" "+d+" "+String.format(f,d));
    System.out.println(String.format("%d %5d|%-5d|%05d|%+d|%,d|%x|%X|%o|%#x|%08x|%c|%b|%s|%10s|%-6s|%.2s|%n%%|%2$s %1$s|%S|%h", 1,2,3,4,5,-1234567,255,-1,8,16,-3,'c',true,null,"ab","cd","xyz","up","hash"));
    double[] m={0.5,1.5,2.5,-0.5,-1.5,0.49999999999999994,4503599627370497.5,-2.5,1e300,-0.0,0.0,0.3,-0.3,Double.NaN,Double.POSITIVE_INFINITY};
    for(double d:m) System.out.println(d+" "+Math.rint(d)+" "+Math.floor(d)+" "+Math.ceil(d)+" "+Math.round(d)+" "+Math.round((float)d)+" "+Math.ulp(d)+" "+Math.signum(d)+" "+Math.nextUp(d)+" "+Math.abs(d)+" "+Math.min(d,0.0)+" "+Math.max(-0.0,d)+" "+Math.sqrt(d)+" "+(int)d+" "+(long)d+" "+Double.hashCode(d)+" "+Double.compare(d,0.0)+" "+d%0.7);
    for(char c=0;c<256;c++) add(""+(int)c+Character.isLetter(c)+Character.isDigit(c)+Character.isWhitespace(c)+Character.isUpperCase(c)+Character.isLowerCase(c)+(int)Character.toUpperCase(c)+(int)Character.toLowerCase(c)+Character.isLetterOrDigit(c)+Character.digit(c,16)+Character.isJavaIdentifierStart(c)+Character.isJavaIdentifierPart(c)+Character.isISOControl(c)+Character.isSpaceChar(c)+Character.getNumericValue(c)+(""+c).toUpperCase()+(""+c).toLowerCase());
    System.out.println(n+" "+Long.toHexString(h));
  }
}
