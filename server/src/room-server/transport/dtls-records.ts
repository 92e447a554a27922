export const contentType = { changeCipherSpec: 20, alert: 21, handshake: 22, applicationData: 23 } as const;

export const RECORD_HEADER_BYTES = 13;

/** A record of a DTLS datagram (RFC 6347 §4.1), as received: only decryption shows whether it is genuine. */
export interface DtlsRecord {
  readonly contentType: number;
  readonly epoch: number;
  readonly sequenceNumber: number;
  readonly fragment: Buffer;
  /** The whole record, including its header. */
  readonly bytes: Buffer;
}

/** Returns the complete records of a datagram. A truncated one is left out. */
export function readRecords(datagram: Buffer): DtlsRecord[] {
  const records: DtlsRecord[] = [];
  for (let at = 0; at + RECORD_HEADER_BYTES <= datagram.length; ) {
    const end = at + RECORD_HEADER_BYTES + datagram.readUInt16BE(at + 11);
    if (end > datagram.length) break;
    records.push({
      contentType: datagram[at]!,
      epoch: datagram.readUInt16BE(at + 3),
      sequenceNumber: datagram.readUIntBE(at + 5, 6),
      fragment: datagram.subarray(at + RECORD_HEADER_BYTES, end),
      bytes: datagram.subarray(at, end),
    });
    at = end;
  }
  return records;
}
