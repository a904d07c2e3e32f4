/** Runs the work in one tab at a time. */
export const exclusively = async <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator && navigator.locks ? await navigator.locks.request(name, work) : await work()
