// Who sells: what is known here of those whom the services name.
import { ONRAMP_FEE_MAX_PERCENT, ONRAMP_FEE_MIN_PERCENT } from '../../vocabulary/constants.js'
import { visibleName } from '../../vocabulary/visible-name.js'

/** One who sells, and has a checkout page. */
export interface BuyProvider {
  /** As the services call it, such as `coinbase`. */
  readonly name: string
  /** For people. Undefined: the test checkout of a devnet, which has its name in the catalogue. */
  readonly label: string | undefined
  /** What it takes, in percent, as far as it is known before a quote (specification §9). */
  readonly fee: { readonly least: number; readonly most: number } | undefined
}

/** Nothing is bought there: it gives out the money of a devnet. */
const TEST_PROVIDER = 'sandbox'
const cardFee = { least: ONRAMP_FEE_MIN_PERCENT, most: ONRAMP_FEE_MAX_PERCENT }
const labels: Readonly<Partial<Record<string, string>>> = {
  coinbase: 'Coinbase',
  meld: 'Meld',
  moonpay: 'MoonPay',
  transak: 'Transak',
}
/** The two of the specification. */
const withKnownFee: readonly string[] = ['coinbase', 'meld']

/** What is known of a provider by its name, which comes from the services. */
export function providerOf(name: string): BuyProvider {
  const label = Object.hasOwn(labels, name) ? labels[name] : (visibleName(name) ?? '?')
  return { name, label: name === TEST_PROVIDER ? undefined : label, fee: withKnownFee.includes(name) ? cardFee : undefined }
}
