import CMalloc

/// The memory that the C library gives to all allocations of the process.
package enum HeapMemory {
    /// Keeps freed memory for later allocations, up to a quarter of a gigabyte, instead of returning it to the system.
    ///
    /// Batches of samples are large arrays that live for milliseconds. Otherwise, the system would clear the pages of each again, which
    /// took a fifth of the processor time of an import.
    package static func keepFreed() {
        #if os(Linux)
        mallopt(M_MMAP_THRESHOLD, 32 << 20)
        mallopt(M_TRIM_THRESHOLD, 256 << 20)
        #endif
    }
}
