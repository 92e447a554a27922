import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type RtpHeader, SrtcpSession, SrtpSession } from 'werift';
import { MASTER_KEY_BYTES, masterSaltBytes, SrtpContext, srtpProfile } from './srtp.ts';

const SSRC = 0x1234abcd;

function rtpHeader(sequence: number): Buffer {
  const header = Buffer.alloc(20);
  header[0] = 0x90;
  header[1] = 96;
  header.writeUInt16BE(sequence & 0xffff, 2);
  header.writeUInt32BE(SSRC, 8);
  header.writeUInt32BE(0xbede0001, 12);
  return header;
}

const rtcp = Buffer.from(`81c90007${SSRC.toString(16)}${'0102030405060708'.repeat(3)}`, 'hex');

describe.each([
  ['AES-GCM', srtpProfile.aeadAes128Gcm],
  ['AES-CM with HMAC-SHA1', srtpProfile.aes128CmSha1_80],
])('%s', (_, profile) => {
  const key = randomBytes(MASTER_KEY_BYTES);
  const salt = randomBytes(masterSaltBytes(profile));
  const pair = () => ({
    sender: new SrtpContext(profile, key, salt, 'send'),
    receiver: new SrtpContext(profile, key, salt, 'receive'),
  });
  const keys = { localMasterKey: key, localMasterSalt: salt, remoteMasterKey: key, remoteMasterSalt: salt };

  test('another implementation reads our packets, and we read its', () => {
    const { sender, receiver } = pair();
    const payload = randomBytes(1_000);
    const srtp = new SrtpSession({ keys, profile });
    const srtcp = new SrtcpSession({ keys, profile });
    for (const sequence of [65_534, 65_535, 0, 1]) {
      const header = rtpHeader(sequence);
      const plain = Buffer.concat([header, payload]);
      expect(srtp.decrypt(sender.protectRtp(header, payload))).toEqual(plain);
      // werift rebuilds headers and drops our empty extension, so it is given the bytes.
      const rtpHeaderOf = {
        ssrc: SSRC,
        sequenceNumber: sequence,
        serializeSize: 20,
        serialize: () => header,
      };
      const theirs = srtp.encrypt(payload, rtpHeaderOf as unknown as RtpHeader);
      expect(receiver.unprotectRtp(theirs)?.subarray(20)).toEqual(payload);
    }
    expect(srtcp.decrypt(sender.protectRtcp(rtcp))).toEqual(rtcp);
    expect(receiver.unprotectRtcp(srtcp.encrypt(rtcp))).toEqual(rtcp);
  });

  test('packets from before a sequence wrap can be sent again after it', () => {
    const { sender, receiver } = pair();
    const payload = Buffer.from('payload');
    const late: Buffer[] = [];
    for (let index = 65_000; index < 66_000; index++) {
      const packet = sender.protectRtp(rtpHeader(index), payload);
      if (index % 100 === 50) late.push(packet);
      else expect(receiver.unprotectRtp(packet)).toBeDefined();
    }
    const repeated = sender.protectRtp(rtpHeader(65_450), payload);
    expect(repeated).toEqual(late[4]);
    for (const packet of late) expect(receiver.unprotectRtp(packet)).toBeDefined();
  });

  test('forged, changed, replayed and truncated packets are dropped', () => {
    const { sender, receiver } = pair();
    const packet = sender.protectRtp(rtpHeader(7), Buffer.from('payload'));
    const control = sender.protectRtcp(rtcp);
    for (let at = 0; at < packet.length; at++) {
      const changed = Buffer.from(packet);
      changed[at] = changed[at]! ^ 1;
      expect(receiver.unprotectRtp(changed), `byte ${at}`).toBeUndefined();
      expect(receiver.unprotectRtp(packet.subarray(0, at))).toBeUndefined();
    }
    for (let at = 0; at < control.length; at++) {
      const changed = Buffer.from(control);
      changed[at] = changed[at]! ^ 1;
      expect(receiver.unprotectRtcp(changed), `byte ${at}`).toBeUndefined();
      expect(receiver.unprotectRtcp(control.subarray(0, at))).toBeUndefined();
    }
    expect(receiver.unprotectRtp(packet)).toBeDefined();
    expect(receiver.unprotectRtp(packet)).toBeUndefined();
    expect(receiver.unprotectRtcp(control)).toBeDefined();
    expect(receiver.unprotectRtcp(control)).toBeUndefined();
  });

  test('reports older than the replay window are dropped', () => {
    const { sender, receiver } = pair();
    const first = sender.protectRtcp(rtcp);
    const late = sender.protectRtcp(rtcp);
    expect(receiver.unprotectRtcp(first)).toEqual(rtcp);
    for (let count = 0; count < 1_023; count++) receiver.unprotectRtcp(sender.protectRtcp(rtcp));
    expect(receiver.unprotectRtcp(late)).toEqual(rtcp);
    receiver.unprotectRtcp(sender.protectRtcp(rtcp));
    expect(receiver.unprotectRtcp(first)).toBeUndefined();
  });

  test('above a maximum number of sources, the one silent for longest is dropped', () => {
    const { sender, receiver } = pair();
    const protect = (source: number, sequence: number) => {
      const header = rtpHeader(sequence);
      header.writeUInt32BE(source, 8);
      return sender.protectRtp(header, Buffer.from('payload'));
    };
    const [steady, silent] = [protect(1, 0), protect(2, 0)];
    receiver.unprotectRtp(steady);
    receiver.unprotectRtp(silent);
    for (let source = 3; source < 1_000; source++) {
      receiver.unprotectRtp(protect(source, 0));
      receiver.unprotectRtp(protect(1, source));
    }
    // For a source that is still remembered, a repeated packet counts as a replay.
    expect(receiver.unprotectRtp(steady)).toBeUndefined();
    expect(receiver.unprotectRtp(silent)).toBeDefined();
  });
});
