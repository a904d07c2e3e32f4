/** A change of a package, with the version bump that it requires. */
export interface Change {
  path: string
  what: string
  level: 'major' | 'minor'
}
