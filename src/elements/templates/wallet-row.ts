// A wallet as a row of a list, for all views with a list of wallets.
import type { TemplateResult } from 'lit'
import { strokeStyles } from '../icons/drawing.js'
import { letterAndImage } from '../styles/picture.js'
import { rowStyles } from '../styles/row.js'
import type { Wallet } from '../../vocabulary/wallet.js'
import { buttonRow, type ButtonRow } from './button-row.js'
import type { Pictures } from './pictures.js'

/** The styles of a view with such rows, besides those of all views. */
export const walletRowStyles = [rowStyles, letterAndImage, strokeStyles]

/** A row that opens the view of a wallet. Its `data-key` is `wallet:<id>`. `pictures`: those of the view. */
export const walletRow = (
  wallet: Wallet,
  pictures: Pictures,
  row: Pick<ButtonRow, 'shape' | 'meta' | 'disabled' | 'prepare' | 'choose'>,
): TemplateResult =>
  buttonRow({ key: `wallet:${wallet.id}`, picture: pictures.of(wallet), label: wallet.name, translate: 'no', ...row })
