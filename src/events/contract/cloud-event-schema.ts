const TEXT = { type: 'string' };

/** Returns the schema of the envelope for the format CLOUDEVENTS, around a body of this schema. */
export function cloudEventSchema(data: object, schemaUrl: string | undefined): object {
  const properties = {
    specversion: { const: '1.0' },
    id: { ...TEXT, description: 'Id of the event.' },
    source: { ...TEXT, format: 'uri', description: 'Address of the gateway.' },
    type: { ...TEXT, description: 'Name of the event.' },
    subject: { ...TEXT, minLength: 1, description: '`entityId` of the event. Absent if it is empty.' },
    time: { ...TEXT, format: 'date-time', description: 'When it happened, in UTC.' },
    datacontenttype: { const: 'application/json' },
    ...(schemaUrl !== undefined && { dataschema: { const: schemaUrl } }),
    data,
  };
  const required = Object.keys(properties).filter((name) => name !== 'subject');
  return { type: 'object', properties, required };
}
