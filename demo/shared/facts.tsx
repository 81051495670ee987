// Label and value pairs; a shortened value shows its full form on a line of its own.
export interface Fact {
  readonly label: string
  readonly value: string
  readonly long?: string | undefined
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value, long }) => (
        <div key={label} className="fact">
          <dt>{label}</dt>
          <dd>
            <bdi title={long}>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
