/** Names of `OTEL_TRACES_SAMPLER`; those with a ratio take it from `OTEL_TRACES_SAMPLER_ARG`. */
export const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/** Protocols of OTLP: `OTEL_EXPORTER_OTLP_PROTOCOL`. */
export const TRACE_PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/** Values of OpenTelemetry's standard variables, besides those that its exporter reads itself. */
export interface TracingSettings {
  /** The collector's address; if absent, the exporter's default, this machine. */
  endpoint: string | undefined;
  protocol: (typeof TRACE_PROTOCOLS)[number];
  sampler: (typeof SAMPLERS)[number];
  /** 0 to 1. */
  ratio: number;
  /** `service.name`. */
  serviceName: string;
  /** `OTEL_RESOURCE_ATTRIBUTES`, which every span has. */
  attributes: Readonly<Record<string, string>>;
}
