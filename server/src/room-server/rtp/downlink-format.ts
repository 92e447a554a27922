/** The receiver of a track's packets. */
export interface RtpSink {
  sendRtp(header: Buffer, payload: Buffer): void;
  sendRtcp(compound: Buffer): void;
}

/** The format that was negotiated with the receiver. */
export interface DownlinkFormat {
  readonly payloadType: number;
  /** Payload type of redundant audio (RED), if the receiver supports it. */
  readonly redPayloadType?: number | undefined;
  /** Undefined when the receiver knows no RTX: lost packets are then repeated as they were. */
  readonly rtxPayloadType: number | undefined;
  /** Extension id of abs-send-time; 0 when not negotiated. */
  readonly absSendTime: number;
}
