// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {PaymasterSigner} from "@openzeppelin/contracts/account/paymaster/extensions/PaymasterSigner.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";

/// Pays for the operations that one key has signed, from its deposit at EntryPoint 0.8. On the devnet anyone may fill the deposit, and nobody can take it out.
/// The key is part of the code: bundlers let only paymasters with a stake read storage of their own (ERC-7562, STO-031).
contract Sponsor is PaymasterSigner, SignerECDSA {
    address private immutable _key;

    constructor(address signerAddress) EIP712("Sponsor", "1") SignerECDSA(address(0)) {
        _key = signerAddress;
    }

    function signer() public view override returns (address) {
        return _key;
    }

    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }
}
