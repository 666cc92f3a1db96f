const STRING = /"(?:[^"\\]|\\.)*"/y;

/** Returns the texts of the elements of a JSON array, each as it is written. */
export function elementsOf(json: string): readonly string[] {
  const elements: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') {
      STRING.lastIndex = at;
      STRING.test(json);
      at = STRING.lastIndex - 1;
    } else if (sign === '[' || sign === '{') {
      depth += 1;
      if (depth === 1) from = at + 1;
    } else if (sign === ']' || sign === '}' || (sign === ',' && depth === 1)) {
      if (depth === 1) elements.push(json.slice(from, at).trim());
      if (sign === ',') from = at + 1;
      else depth -= 1;
    }
  }
  return elements.length === 1 && elements[0] === '' ? [] : elements;
}
