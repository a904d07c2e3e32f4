/** Returns the service workers of the portal. Browsers without them have none, and some refuse even access. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}
