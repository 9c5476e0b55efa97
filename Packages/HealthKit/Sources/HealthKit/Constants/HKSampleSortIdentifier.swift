/// The start of a sample, as the key of a sort descriptor.
public let HKSampleSortIdentifierStartDate = "startDate"
/// The end of a sample, as the key of a sort descriptor.
public let HKSampleSortIdentifierEndDate = "endDate"
