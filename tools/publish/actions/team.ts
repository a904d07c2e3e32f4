import { Email } from '@portal/contract/common'
import { StartError } from '../../command/start-error.ts'
import { type Database, databaseFromEnvironment } from '../../database/database.ts'
import { onOldSchema } from '../build/left-alone.ts'
import { addPerson, isKnownRemote, listTeam, removePerson } from '../credentials/remote-team.ts'
import { action } from './action.ts'

/** The most people of a team. */
const PEOPLE_MAX = 50

/** Returns addresses as the portal stores them, each once. @throws StartError when one is none */
function addressesOf(given: readonly string[] = []): string[] {
  const addresses = given.map((text) => {
    const { data } = Email.safeParse(text)
    if (data === undefined) throw new StartError(`"${text}" is not an email address.`)
    return data
  })
  return [...new Set(addresses)]
}

/** Says how to add people, if a remote that can now be published has no team. */
export async function suggestTeam(store: Database, name: string): Promise<void> {
  // The database may be older than teams.
  const people = await listTeam(store, name).catch(onOldSchema(undefined))
  if (people?.length !== 0) return
  // Not to the standard output, which scripts read.
  console.error(`${name} has no team: only operators get mail about it. Add people: pnpm remote team ${name} --add …`)
}

export const team = action({
  usage: `pnpm remote team <name>       lists the people who see and change it at /remotes, and get mail about it;
                              --add <address> adds one, --remove <address> removes one (any number)`,
  options: { add: { type: 'string', multiple: true }, remove: { type: 'string', multiple: true } },
  run: async (name, given) => {
    const store = databaseFromEnvironment()
    const [removed, wanted] = [addressesOf(given.remove), addressesOf(given.add)]
    const before = await listTeam(store, name)
    const unknown = removed.find((email) => !before.includes(email))
    if (unknown) throw new StartError(`${unknown} is not in the team of ${name}.`)
    const added = wanted.filter((email) => !before.includes(email))
    if (before.length - removed.length + added.length > PEOPLE_MAX)
      throw new StartError(`A team has at most ${PEOPLE_MAX} people.`)
    for (const email of removed) await removePerson(store, name, email)
    for (const email of added) await addPerson(store, name, email)
    const people = await listTeam(store, name)
    // A remote can have a team before its first version.
    if (!(await isKnownRemote(store, name))) console.error(`${name} has no version at this portal yet.`)
    console.log(people.length > 0 ? people.join('\n') : `${name} has no team. Add people with --add <address>.`)
  },
})
