"""Reads requests of OTLP over HTTP, in Base64 and one a line, with OpenTelemetry's own messages; prints their spans as JSON."""

import base64
import json
import sys

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

for line in sys.stdin:
    request = ExportTraceServiceRequest()
    request.ParseFromString(base64.b64decode(line))
    for resource in request.resource_spans:
        service = {it.key: it.value.string_value for it in resource.resource.attributes}.get("service.name")
        for scope in resource.scope_spans:
            for span in scope.spans:
                print(
                    json.dumps(
                        {
                            "service": service,
                            "name": span.name,
                            "trace": span.trace_id.hex(),
                            "span": span.span_id.hex(),
                            "parent": span.parent_span_id.hex(),
                            "ms": (span.end_time_unix_nano - span.start_time_unix_nano) / 1e6,
                        }
                    )
                )
