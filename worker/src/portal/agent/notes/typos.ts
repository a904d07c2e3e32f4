/** Returns whether two words differ by one letter, or by two neighboring letters in the wrong order. */
export function isTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let i = 0
  while (a[i] === b[i]) i++
  const [restA, restB] = [a.slice(i), b.slice(i)]
  if (a.length > b.length) return restA.slice(1) === restB
  if (a.length < b.length) return restB.slice(1) === restA
  return (
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}
