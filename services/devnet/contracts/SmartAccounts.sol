// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Account as BaseAccount} from "@openzeppelin/contracts/account/Account.sol";
import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";

/// Account of one owner, used through EntryPoint 0.8. The owner is part of the code of each clone: nobody can initialise one before its owner does.
/// What the owner signs for an app names this account (ERC-7739), so that it is worth nothing for another account of the same owner.
contract SmartAccount is BaseAccount, SignerECDSA, ERC7739, ERC7821, ERC721Holder, ERC1155Holder {
    address private immutable _implementation = address(this);

    constructor() EIP712("Smart Account", "1") SignerECDSA(address(0)) {}

    /// The owner. The implementation itself has none, and no signature recovers to address zero.
    function signer() public view override returns (address) {
        if (address(this) == _implementation) return address(0);
        return abi.decode(Clones.fetchCloneArgs(address(this)), (address));
    }

    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    function _erc7821AuthorizedExecutor(
        address caller,
        bytes32 mode,
        bytes calldata executionData
    ) internal view override returns (bool) {
        return caller == address(entryPoint()) || super._erc7821AuthorizedExecutor(caller, mode, executionData);
    }
}

/// Makes the account of an owner. Its address follows from the owner and the salt, so that coins may be sent there before it exists.
contract SmartAccountFactory {
    address public immutable implementation = address(new SmartAccount());

    /// Gives the address also when the account is there already, as ERC-4337 asks for.
    function createAccount(address owner, uint256 salt) external returns (address account) {
        account = getAddress(owner, salt);
        if (account.code.length == 0) _clone(abi.encode(owner), bytes32(salt));
    }

    /// As `Clones.cloneDeterministicWithImmutableArgs`, which looks at its balance first: bundlers let only factories with a stake do that (ERC-7562, OP-080).
    function _clone(bytes memory args, bytes32 salt) private {
        bytes memory code = abi.encodePacked(
            hex"61",
            uint16(0x2d + args.length),
            hex"3d81600a3d39f3363d3d373d3d3d363d73",
            implementation,
            hex"5af43d82803e903d91602b57fd5bf3",
            args
        );
        address clone;
        assembly ("memory-safe") {
            clone := create2(0, add(code, 0x20), mload(code), salt)
        }
        require(clone != address(0), "SmartAccountFactory: not made");
    }

    function getAddress(address owner, uint256 salt) public view returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(implementation, abi.encode(owner), bytes32(salt));
    }
}
