/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * NFS version 3 (RFC 1813), all of it but MKNOD, which is refused: there are no devices here.
 *
 * What is written is as safe as it will ever be, so every WRITE is answered FILE_SYNC and COMMIT has nothing to do.
 * The reply of a failure tells attributes too; which, the procedure says: `subject' is the file it is about, `wcc'
 * and `otherWcc' are the files it may have changed. All are forgotten before each call. */
package jx.nfs;

import jx.rpc.BadXdr;
import jx.rpc.Credentials;
import jx.rpc.RpcCall;
import jx.rpc.XdrReader;
import jx.rpc.XdrWriter;

final class Nfs3 extends NfsProgram {
  private static final int GETATTR = 1;
  private static final int SETATTR = 2;
  private static final int LOOKUP = 3;
  private static final int ACCESS = 4;
  private static final int READLINK = 5;
  private static final int READ = 6;
  private static final int WRITE = 7;
  private static final int CREATE = 8;
  private static final int MKDIR = 9;
  private static final int SYMLINK = 10;
  private static final int MKNOD = 11;
  private static final int REMOVE = 12;
  private static final int RMDIR = 13;
  private static final int RENAME = 14;
  private static final int LINK = 15;
  private static final int READDIR = 16;
  private static final int READDIRPLUS = 17;
  private static final int FSSTAT = 18;
  private static final int FSINFO = 19;
  private static final int PATHCONF = 20;
  private static final int COMMIT = 21;

  /* createmode3 */
  private static final int GUARDED = 1;
  private static final int EXCLUSIVE = 2;

  /* Bits of ACCESS. */
  private static final int MAY_READ = 1;
  private static final int MAY_LOOKUP = 2;
  private static final int MAY_MODIFY = 4;
  private static final int MAY_EXTEND = 8;
  private static final int MAY_DELETE = 16;
  private static final int MAY_EXECUTE = 32;

  /* More than was advised is taken as well, if it has come. */
  private static final int MOST_WRITTEN = 65536;

  private static final int STABLE_HOWS = 3;
  private static final int FILE_SYNC = 2;

  /* A cookie is good as long as its directory is. */
  private static final long COOKIE_VERIFIER = 0;

  /* Of an entry of READDIR without its name, and what READDIRPLUS adds: attributes and a handle. */
  private static final int ENTRY_BYTES = 24;
  private static final int ENTRY_PLUS_BYTES = Attributes3.OPTIONAL_BYTES + 8 + FileHandle.BYTES;

  private final FileSystemInfo3 info;
  private final long writeVerifier;
  private final Attributes3 attributes3;
  private final Wcc wcc = new Wcc();
  private final Wcc otherWcc = new Wcc();
  private Inode subject;

  Nfs3(FileSystem files, Export export, int preferred) {
    super(3, files, export, "null", "getattr", "setattr", "lookup", "access", "readlink", "read", "write", "create",
      "mkdir", "symlink", "mknod", "remove", "rmdir", "rename", "link", "readdir", "readdirplus", "fsstat", "fsinfo",
      "pathconf", "commit");
    info = new FileSystemInfo3(files, preferred);
    writeVerifier = files.now();
    attributes3 = new Attributes3(files.id());
  }

  @Override
  protected boolean onlyOnce(int procedure) {
    return procedure == SETATTR || procedure >= WRITE && procedure <= LINK;
  }

  @Override
  void fail(int procedure, int status, XdrWriter results) {
    results.int32(status);
    switch (procedure) {
      case GETATTR:
        break;
      case SETATTR:
      case WRITE:
      case CREATE:
      case MKDIR:
      case SYMLINK:
      case MKNOD:
      case REMOVE:
      case RMDIR:
      case COMMIT:
        wcc.write(attributes3, results);
        break;
      case RENAME:
        wcc.write(attributes3, results);
        otherWcc.write(attributes3, results);
        break;
      case LINK:
        attributes3.writeOptional(subject, results);
        wcc.write(attributes3, results);
        break;
      default:
        attributes3.writeOptional(subject, results);
    }
  }

  @Override
  void run(RpcCall call, XdrReader arguments, XdrWriter results) throws BadXdr, NfsFailure {
    subject = null;
    wcc.forget();
    otherWcc.forget();
    Credentials who = call.credentials;
    switch (call.procedure) {
      case GETATTR:
        findSubject(arguments);
        results.int32(Status.OK);
        attributes3.write(subject, results);
        break;
      case SETATTR:
        setAttributes(arguments, results, who);
        break;
      case LOOKUP:
        lookup(call, arguments, results);
        break;
      case ACCESS:
        access(arguments, results, who);
        break;
      case READLINK:
        findSubject(arguments);
        byte[] target = files.readLink(subject);
        succeed(results);
        results.opaque(target);
        break;
      case READ:
        read(call, arguments, results);
        break;
      case WRITE:
        write(arguments, results, who);
        break;
      case CREATE:
        create(arguments, results, who);
        break;
      case MKDIR:
        makeDirectory(arguments, results, who);
        break;
      case SYMLINK:
        makeSymlink(arguments, results, who);
        break;
      case MKNOD:
        readPlace(arguments);
        findDirectory();
        throw NfsFailure.NOTSUPP;
      case REMOVE:
      case RMDIR:
        remove(call.procedure, arguments, results, who);
        break;
      case RENAME:
        rename(arguments, results, who);
        break;
      case LINK:
        link(arguments, results, who);
        break;
      case READDIR:
      case READDIRPLUS:
        readDirectory(call.procedure == READDIRPLUS, arguments, results, who);
        break;
      case FSSTAT:
        findSubject(arguments);
        succeed(results);
        info.writeState(results);
        break;
      case FSINFO:
        findSubject(arguments);
        succeed(results);
        info.writeInfo(results);
        break;
      case PATHCONF:
        findSubject(arguments);
        succeed(results);
        info.writeLimits(results);
        break;
      case COMMIT:
        commit(arguments, results);
        break;
    }
  }

  /* ---- what procedures begin and end with ---- */

  private void findSubject(XdrReader arguments) throws BadXdr, NfsFailure {
    handle.read3(arguments);
    subject = find(handle);
  }

  /* diropargs3 */
  private void readPlace(XdrReader arguments) throws BadXdr {
    handle.read3(arguments);
    readName(arguments, name);
  }

  /* The directory of a place where something is to change. */
  private Directory findDirectory() throws NfsFailure {
    return FileSystem.directory(wcc.note(find(handle)));
  }

  private void succeed(XdrWriter results) {
    results.int32(Status.OK);
    attributes3.writeOptional(subject, results);
  }

  private void succeedChanging(XdrWriter results) {
    results.int32(Status.OK);
    wcc.write(attributes3, results);
  }

  /* Of CREATE, MKDIR, SYMLINK. */
  private void succeedMaking(Inode made, XdrWriter results) {
    results.int32(Status.OK);
    results.bool(true);
    FileHandle.write3(results, files.id(), made);
    attributes3.writeOptional(made, results);
    wcc.write(attributes3, results);
  }

  /* ---- files ---- */

  private void setAttributes(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    handle.read3(arguments);
    attributes.read3(arguments);
    boolean guarded = arguments.bool();
    long guard = guarded ? SetAttributes.time3(arguments) : 0;
    Inode inode = wcc.note(find(handle));
    if (guarded && guard != inode.ctime)
      throw NfsFailure.NOT_SYNC;
    files.setAttributes(inode, attributes, who);
    succeedChanging(results);
  }

  private void lookup(RpcCall call, XdrReader arguments, XdrWriter results) throws BadXdr, NfsFailure {
    readPlace(arguments);
    subject = find(handle);
    Inode found = lookup(subject, call);
    results.int32(Status.OK);
    FileHandle.write3(results, files.id(), found);
    attributes3.writeOptional(found, results);
    attributes3.writeOptional(subject, results);
  }

  private void access(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    handle.read3(arguments);
    int wanted = arguments.int32();
    subject = find(handle);
    int rights = Access.rights(subject, who, Access.READ | Access.WRITE | Access.EXECUTE), may = 0;
    boolean directory = subject.type() == Inode.DIRECTORY;
    if ((rights & Access.READ) != 0)
      may |= MAY_READ;
    if ((rights & Access.WRITE) != 0)
      may |= MAY_MODIFY | MAY_EXTEND | (directory ? MAY_DELETE : 0);
    if ((rights & Access.EXECUTE) != 0)
      may |= directory ? MAY_LOOKUP : MAY_EXECUTE;
    succeed(results);
    results.int32(may & wanted);
  }

  private void read(RpcCall call, XdrReader arguments, XdrWriter results) throws BadXdr, NfsFailure {
    handle.read3(arguments);
    long offset = arguments.int64(), count = arguments.uint32();
    subject = find(handle);
    succeed(results);
    int countAt = results.position();
    results.int32(0);
    results.bool(false);
    int got = writeContent(subject, call, offset, count, results);
    results.patch(countAt, got);
    results.patch(countAt + 4, offset < 0 || offset >= subject.size() - got ? 1 : 0);
  }

  private void write(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    handle.read3(arguments);
    long offset = arguments.int64(), count = arguments.uint32();
    arguments.choice(STABLE_HOWS);
    arguments.opaque(data, MOST_WRITTEN);
    Inode inode = wcc.note(find(handle));
    if (count != data.length)
      throw NfsFailure.INVAL;
    files.write(inode, who, offset, data);
    succeedChanging(results);
    results.int32(data.length);
    results.int32(FILE_SYNC);
    results.int64(writeVerifier);
  }

  private void commit(XdrReader arguments, XdrWriter results) throws BadXdr, NfsFailure {
    handle.read3(arguments);
    arguments.int64();
    arguments.int32();
    FileSystem.regular(wcc.note(find(handle)));
    succeedChanging(results);
    results.int64(writeVerifier);
  }

  /* ---- names ---- */

  private void create(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    readPlace(arguments);
    int how = arguments.choice(EXCLUSIVE + 1);
    long verifier = 0;
    if (how == EXCLUSIVE)
      verifier = arguments.int64();
    else
      attributes.read3(arguments);
    Directory directory = findDirectory();
    Inode made;
    if (how == EXCLUSIVE)
      made = files.createExclusive(directory, name, verifier, who);
    else if (how == GUARDED)
      made = files.createNew(directory, name, attributes, who);
    else
      made = files.create(directory, name, attributes, who);
    succeedMaking(made, results);
  }

  private void makeDirectory(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    readPlace(arguments);
    attributes.read3(arguments);
    succeedMaking(files.makeDirectory(findDirectory(), name, attributes, who), results);
  }

  private void makeSymlink(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    readPlace(arguments);
    attributes.read3(arguments);
    arguments.opaque(data, MOST_DATA);
    succeedMaking(files.makeSymlink(findDirectory(), name, data, attributes, who), results);
  }

  private void remove(int procedure, XdrReader arguments, XdrWriter results, Credentials who)
      throws BadXdr, NfsFailure {
    readPlace(arguments);
    Directory directory = findDirectory();
    if (procedure == RMDIR)
      files.removeDirectory(directory, name, who);
    else
      files.remove(directory, name, who);
    succeedChanging(results);
  }

  private void rename(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    readPlace(arguments);
    otherHandle.read3(arguments);
    readName(arguments, otherName);
    Inode from = wcc.note(find(handle)), to = otherWcc.note(find(otherHandle));
    files.rename(FileSystem.directory(from), name, FileSystem.directory(to), otherName, who);
    succeedChanging(results);
    otherWcc.write(attributes3, results);
  }

  private void link(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    otherHandle.read3(arguments);
    readPlace(arguments);
    subject = find(otherHandle);
    files.link(subject, findDirectory(), name, who);
    succeed(results);
    wcc.write(attributes3, results);
  }

  /* ---- reading a directory ---- */

  /* Behind the last entry come two words. The counts that a client gives are those of the whole reply, and of names
   * and what goes with them alone. */
  private void readDirectory(boolean plus, XdrReader arguments, XdrWriter results, Credentials who)
      throws BadXdr, NfsFailure {
    handle.read3(arguments);
    long cookie = arguments.int64(), verifier = arguments.int64();
    long nameBytes = plus ? arguments.uint32() : Integer.MAX_VALUE, count = arguments.uint32();
    subject = find(handle);
    Directory directory = files.list(subject, who);
    if (cookie != 0 && verifier != COOKIE_VERIFIER)
      throw NfsFailure.BAD_COOKIE;
    int end = results.position() + 4 + (int) Math.min(count, Math.min(MOST_DATA, results.remaining() - 4)) - 8;
    succeed(results);
    results.int64(COOKIE_VERIFIER);
    DirectoryReader reader = new DirectoryReader(directory, cookie);
    int written = 0;
    while (reader.next()) {
      int own = ENTRY_BYTES + (reader.name().length + 3 & ~3);
      nameBytes -= own;
      if (nameBytes < 0 || results.position() + own + (plus ? ENTRY_PLUS_BYTES : 0) > end)
        break;
      writeEntry(reader, plus, results);
      reader.accept();
      written++;
    }
    if (written == 0 && !reader.ended())
      throw NfsFailure.TOOSMALL;
    results.bool(false);
    results.bool(reader.ended());
  }

  private void writeEntry(DirectoryReader reader, boolean plus, XdrWriter results) {
    results.bool(true);
    results.int64(reader.inode().number);
    results.opaque(reader.name());
    results.int64(reader.cookie());
    if (plus) {
      attributes3.writeOptional(reader.inode(), results);
      results.bool(true);
      FileHandle.write3(results, files.id(), reader.inode());
    }
  }
}
