/** Returns the JSON that the worker has written into the page under an id; undefined in development. */
export function pageData(id: string): unknown {
  const text = document.getElementById(id)?.textContent
  return text ? JSON.parse(text) : undefined
}
