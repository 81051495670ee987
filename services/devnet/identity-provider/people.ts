// The people of the identity provider: three for tests, and whoever a developer types. Each has another id at each provider.
import { createHash } from 'node:crypto'

/** Somebody who logs in. */
export interface Person {
  readonly key: string
  readonly name: string
  /** Absent: this person gives no address away. */
  readonly email?: string | undefined
  readonly isEmailVerified: boolean
}

/** Cleo claims Ada's address and has not shown that it is hers. */
export const testPeople: readonly Person[] = [
  { key: 'ada', name: 'Ada Test', email: 'ada@example.org', isEmailVerified: true },
  { key: 'bo', name: 'Bo Test', isEmailVerified: false },
  { key: 'cleo', name: 'Cleo Test', email: 'ada@example.org', isEmailVerified: false },
]

/** A person that a developer typed; undefined where no name was. */
export function typedPerson(form: URLSearchParams): Person | undefined {
  const [name, email] = [form.get('name')?.trim().slice(0, 100) ?? '', form.get('email')?.trim().slice(0, 200) ?? '']
  if (name === '') return undefined
  const key = createHash('sha256')
    .update(JSON.stringify([name, email]))
    .digest('hex')
    .slice(0, 32)
  return { key, name, ...(email !== '' && { email }), isEmailVerified: form.get('verified') === 'on' }
}

/** The person's number at a provider, or for one app of it. */
export function numberOf(person: Person, place: string): number {
  return (
    createHash('sha256')
      .update(JSON.stringify([place, person.key]))
      .digest()
      .readUIntBE(0, 6) + 1
  )
}
