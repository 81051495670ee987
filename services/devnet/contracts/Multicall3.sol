// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Many calls in one, with the public interface of Multicall3, for chains of our own that lack it.
/// Written for this repository; compiled by `scripts/build-contracts.mjs` into `Multicall3.json`.
contract Multicall3 {
    struct Call {
        address target;
        bytes callData;
    }

    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Call3Value {
        address target;
        bool allowFailure;
        uint256 value;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    /// All calls must succeed.
    function aggregate(Call[] calldata calls) external payable returns (uint256 blockNumber, bytes[] memory returnData) {
        returnData = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            Result memory result = forward(calls[i].target, 0, calls[i].callData);
            require(result.success, "Multicall3: call failed");
            returnData[i] = result.returnData;
        }
        blockNumber = block.number;
    }

    function tryAggregate(bool requireSuccess, Call[] calldata calls) public payable returns (Result[] memory returnData) {
        returnData = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            returnData[i] = forward(calls[i].target, 0, calls[i].callData);
            require(returnData[i].success || !requireSuccess, "Multicall3: call failed");
        }
    }

    function tryBlockAndAggregate(bool requireSuccess, Call[] calldata calls)
        public
        payable
        returns (uint256 blockNumber, bytes32 blockHash, Result[] memory returnData)
    {
        blockNumber = block.number;
        // The hash of the running block does not exist yet: zero, as everywhere.
        blockHash = blockhash(block.number);
        returnData = tryAggregate(requireSuccess, calls);
    }

    function blockAndAggregate(Call[] calldata calls)
        external
        payable
        returns (uint256 blockNumber, bytes32 blockHash, Result[] memory returnData)
    {
        return tryBlockAndAggregate(true, calls);
    }

    /// Each call says whether it may fail.
    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory returnData) {
        returnData = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            returnData[i] = forward(calls[i].target, 0, calls[i].callData);
            require(returnData[i].success || calls[i].allowFailure, "Multicall3: call failed");
        }
    }

    /// As `aggregate3`, with coins for each call; what was sent must be the exact sum.
    function aggregate3Value(Call3Value[] calldata calls) external payable returns (Result[] memory returnData) {
        uint256 spent = 0;
        returnData = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            spent += calls[i].value;
            returnData[i] = forward(calls[i].target, calls[i].value, calls[i].callData);
            require(returnData[i].success || calls[i].allowFailure, "Multicall3: call failed");
        }
        require(msg.value == spent, "Multicall3: value mismatch");
    }

    function forward(address target, uint256 value, bytes calldata callData) private returns (Result memory result) {
        (result.success, result.returnData) = target.call{value: value}(callData);
    }

    function getBlockHash(uint256 blockNumber) external view returns (bytes32) {
        return blockhash(blockNumber);
    }

    function getLastBlockHash() external view returns (bytes32) {
        return blockhash(block.number - 1);
    }

    function getBlockNumber() external view returns (uint256) {
        return block.number;
    }

    function getCurrentBlockCoinbase() external view returns (address) {
        return block.coinbase;
    }

    function getCurrentBlockDifficulty() external view returns (uint256) {
        return block.prevrandao;
    }

    function getCurrentBlockGasLimit() external view returns (uint256) {
        return block.gaslimit;
    }

    function getCurrentBlockTimestamp() external view returns (uint256) {
        return block.timestamp;
    }

    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }

    function getBasefee() external view returns (uint256) {
        return block.basefee;
    }

    function getChainId() external view returns (uint256) {
        return block.chainid;
    }
}
