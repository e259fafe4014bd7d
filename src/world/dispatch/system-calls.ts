/** Numbers of the calls that make memory which no limit of a process counts, by machine. @source the Linux system call tables */
const machines = [
  { audit: 0xc000003e, calls: [29, 319] }, // x86-64: shmget, memfd_create
  { audit: 0xc00000b7, calls: [194, 279] }, // AArch64
] as const;

const load = (offset: number): readonly number[] => [0x20, 0, 0, offset];
const jump = (code: number, value: number, ifTrue: number, ifFalse: number): readonly number[] => [
  code,
  ifTrue,
  ifFalse,
  value,
];
const end = (action: number): readonly number[] => [0x06, 0, 0, action];
const [equal, atLeast] = [0x15, 0x35];
const [allow, refuse] = [0x7fff0000, 0x00050001];

/**
 * A filter for `bwrap --seccomp`: memory shared between processes is refused (EPERM), and so are all calls of another machine's kind,
 * such as 32-bit ones, whose numbers differ.
 *
 * @source seccomp(2); each instruction is { u16 code, u8 jt, u8 jf, u32 k }
 */
export function systemCallFilter(): Buffer {
  const program = [load(4)];
  for (const { audit, calls } of machines) {
    const body = [
      load(0),
      jump(atLeast, 0x40000000, calls.length + 1, 0),
      ...calls.map((call, i) => jump(equal, call, calls.length - i, 0)),
      end(allow),
      end(refuse),
    ];
    program.push(jump(equal, audit, 0, body.length), ...body);
  }
  program.push(end(refuse));
  return Buffer.concat(
    program.map(([code = 0, ifTrue = 0, ifFalse = 0, value = 0]) => {
      const bytes = Buffer.alloc(8);
      bytes.writeUInt16LE(code, 0);
      bytes.writeUInt8(ifTrue, 2);
      bytes.writeUInt8(ifFalse, 3);
      bytes.writeUInt32LE(value, 4);
      return bytes;
    }),
  );
}
