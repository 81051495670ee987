// One NFT of the account: what it is, where it comes from, and where more is known of it. All that it says of itself is text from strangers.
import { html, nothing, type PropertyDeclarations } from 'lit'
import { latinDigits, shortAddress } from '../../../vocabulary/amount.js'
import { visibleName } from '../../../vocabulary/visible-name.js'
import { displayText } from '../../../vocabulary/display-text.js'
import { explorerUrl } from '../../../vocabulary/explorer-url.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createNetworks } from '../../../state/networks/networks.js'
import type { NftTrait } from '../../../state/nfts/nfts.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { createMessages } from '../../lib/localize.js'
import { laterStyles } from '../../styles/view-more.js'
import { facts } from '../../templates/facts.js'
import { nameOf, nftStyles } from '../../templates/nft-tiles.js'
import '../../primitives/button.js'
import '../../primitives/copy-button.js'
import '../../primitives/icon.js'
import '../../primitives/row.js'

/** A description that is longer is folded. */
const FOLDED_CHARACTERS = 140
/** A token id that is longer is cut in its middle. */
const ID_CHARACTERS = 16

const standards = { erc721: 'ERC-721', erc1155: 'ERC-1155' } as const

/**
 * @summary One NFT: picture, collection, description, contract, token id, traits.
 */
export class WmNftView extends WmView {
  static override properties: PropertyDeclarations = { unfolded: { state: true } }
  static override styles = [laterStyles, nftStyles]

  declare view: ViewNamed<'Nft'>
  /** The whole description is shown. */
  declare private unfolded: boolean

  constructor() {
    super()
    this.unfolded = false
  }

  override render() {
    const { nft } = this.view
    const name = nameOf(nft, this.t('nfts.unnamed'))
    const collection = visibleName(nft.collection)
    const { contract, tokenId, standard, amount } = nft
    return html`<div class="center">
        <wm-token-icon class="art" .src=${nft.image?.url} .name=${name}></wm-token-icon>
        ${collection ? html`<p class="hint"><bdi translate="no">${collection}</bdi></p>` : nothing}
        ${nft.spam ? html`<p class="hint">${this.t('nfts.probablySpam')}</p>` : nothing}
      </div>
      ${this.description()}
      ${facts([
        BigInt(amount) > 1n
          ? {
              name: this.t('nfts.amount'),
              value: new Intl.NumberFormat(this.use(createMessages).formatTag()).format(BigInt(amount)),
            }
          : undefined,
        { name: this.t('common.contract'), value: this.copied('contract', contract, shortAddress(contract)) },
        {
          name: this.t('nfts.tokenId'),
          value: this.copied('token', tokenId, tokenId.length > ID_CHARACTERS ? shortAddress(tokenId, 6, 6) : tokenId),
        },
        { name: this.t('nfts.standard'), value: standards[standard] },
      ])}
      ${this.traits()} ${this.explorer()}`
  }

  /** Literal text, whatever is in it. */
  private description() {
    const text = displayText(this.view.nft.description)
    if (text === undefined) return nothing
    const isLong = text.length > FOLDED_CHARACTERS || text.split('\n').length > 3
    const toggle = () => (this.unfolded = !this.unfolded)
    return html`<p class="hint ${isLong && !this.unfolded ? 'folded' : 'unfolded'}" dir="auto" translate="no">${text}</p>
      ${
        isLong
          ? html`<wm-button data-key="unfold" variant="quiet" @click=${toggle}
              >${this.t(this.unfolded ? 'nfts.less' : 'nfts.readMore')}</wm-button
            >`
          : nothing
      }`
  }

  /** What its document says of it, trait by trait; nothing where it says nothing that can be shown. */
  private traits() {
    const list = (this.view.nft.traits ?? []).flatMap((trait) => {
      const value = this.traitValue(trait)
      return value === undefined ? [] : [{ name: visibleName(trait.name) ?? this.t('nfts.property'), value }]
    })
    if (list.length === 0) return nothing
    return html`<h3 class="section">${this.t('nfts.traits')}</h3>
      ${facts(list.map(({ name, value }) => ({ name: html`<bdi translate="no">${name}</bdi>`, value })))}`
  }

  private traitValue({ value, kind }: NftTrait) {
    const tag = this.use(createMessages).formatTag()
    const isWhole = /^-?\d{1,20}$/.test(value)
    if (kind === 'number' && isWhole) return new Intl.NumberFormat(latinDigits(tag)).format(BigInt(value))
    if (kind === 'date' && isWhole) {
      const at = new Date(Number(value) * 1000)
      return Number.isNaN(at.getTime()) ? undefined : new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(at)
    }
    const text = displayText(value)
    return text === undefined ? undefined : html`<bdi translate="no">${text}</bdi>`
  }

  private copied(key: string, value: string, shown: string) {
    return html`<wm-copy-button
      data-key=${`copy-${key}`}
      variant="chip"
      .value=${value}
      .label=${this.t(key === 'contract' ? 'nfts.copyContract' : 'nfts.copyTokenId')}
      @wm-copied=${() => this.use(createNotices).show('success', 'copied')}
      @wm-copy-failed=${() => this.use(createNotices).show('error', 'copyFailed')}
      ><bdi class="address" dir="ltr" translate="no">${shown}</bdi></wm-copy-button
    >`
  }

  private explorer() {
    const { chainId, contract } = this.view.nft
    const explorer = this.use(createNetworks).networks.find((network) => network.caipNetworkId === chainId)?.blockExplorers
      ?.default
    const href = explorerUrl(explorer?.url, 'address', contract)
    if (explorer === undefined || href === undefined) return nothing
    return html`<ul class="group" role="list">
      <li>
        <wm-row data-key="explorer" href=${href} .label=${this.t('account.explorer', { explorer: explorer.name })}>
          <wm-icon slot="icon" name="explorer"></wm-icon>
          <span slot="end" class="visually-hidden">${this.t('common.opensNewTab')}</span>
        </wm-row>
      </li>
    </ul>`
  }
}
register('wm-nft-view', WmNftView)
